import { type Sql, sql } from '@quarry/clickhouse';
import { foldSql } from '@quarry/filters/compile';
import { TECHNOLOGY_CATEGORIES } from './blocks/technographics.ts';

/** A column: its ClickHouse type, and the expression that fills it where rows do not give it themselves. */
interface Column {
  readonly type: string;
  /** Computed by the engine on insert, never given. */
  readonly materialized?: Sql;
  readonly default?: Sql;
}

/** Columns by name, in order. */
export type Columns = Readonly<Record<string, Column>>;

const text: Column = { type: 'String' };
const label: Column = { type: 'LowCardinality(String)' };
const number: Column = { type: 'Nullable(Float64)' };
const day: Column = { type: 'Nullable(Date32)' };
const maybe: Column = { type: 'Nullable(Bool)' };
const list: Column = { type: 'Array(String)' };
const flag: Column = { type: 'Bool', default: sql`false` };
const id: Column = { type: 'UInt64' };
const instant: Column = { type: "DateTime64(3, 'UTC')" };

/** A text in the form in which keywords and criteria search it. */
const folded = (expression: Sql): Column => ({ type: 'String', materialized: foldSql(expression) });

/** What the engine needs to keep the newest of several versions of a row. */
const bookkeeping = { is_synthetic: flag, version: { type: 'UInt64', default: sql`1` } } as const satisfies Columns;

/** One row per company: identity, firmographics, and what the quality is computed from. */
export const companiesColumns = {
  company_id: id,
  domain: text,
  linked_in_id: text,
  name: text,
  website: text,
  short_description: text,
  description: text,
  industry: label,
  subindustry: label,
  industry_scheme: label,
  categories: list,
  tags: list,
  employee_count: number,
  employee_count_min: number,
  employee_count_max: number,
  founded_year: number,
  founded_year_basis: label,
  country: label,
  region: text,
  city: text,
  status: label,
  ticker: text,
  exchange: label,
  market_cap_class: label,
  revenue_usd: number,
  stage: label,
  batch: label,
  is_hiring: maybe,
  is_nonprofit: maybe,
  former_names: list,
  source: label,
  sources: list,
  source_url: text,
  as_of: day,
  is_domain_live: maybe,
  refreshed_at: instant,
  first_seen_at: instant,
  content_hash: id,
  import_hash: { type: 'UInt64', default: sql`0` },
  name_text: folded(sql`name`),
  short_description_text: folded(sql`short_description`),
  description_text: folded(sql`description`),
  ...bookkeeping,
} as const satisfies Columns;

/** The columns of the static blocks' own tables, without `company_id` and bookkeeping. */
const staticColumns = {
  funding: {
    total_funding_usd: number,
    funding_rounds: number,
    last_round_type: label,
    last_round_usd: number,
    last_round_at: day,
    investors: list,
    as_of: day,
  },
  web_traffic: {
    monthly_visits: number,
    visits_growth: number,
    global_rank: number,
    bounce_rate: number,
    pages_per_visit: number,
    visit_seconds: number,
    top_country: label,
    visitor_countries: list,
    search_share: number,
    direct_share: number,
    paid_share: number,
    social_share: number,
  },
  technographics: {
    technologies: list,
    all_time: list,
    technology_count: number,
    ...Object.fromEntries(TECHNOLOGY_CATEGORIES.map((category) => [category, list])),
    last_seen: day,
  },
  social: {
    networks: list,
    linked_in_followers: number,
    linked_in_employees: number,
    employee_growth: number,
    x_url: text,
    x_followers: number,
    facebook_url: text,
    instagram_followers: number,
    youtube_subscribers: number,
    github_url: text,
    last_post_at: day,
  },
  ads: {
    is_advertising: maybe,
    platforms: list,
    active_ads: number,
    monthly_spend_usd: number,
    first_ad_at: day,
    last_ad_at: day,
  },
  reviews_summary: {
    review_count: number,
    average_rating: number,
    recommended_share: number,
    products: list,
    review_sites: list,
    last_reviewed_at: day,
  },
} as const satisfies Record<string, Columns>;

/** A table with one row per company beside `companies`. */
export type StaticTable = keyof typeof staticColumns;

/** The tables with one row per company beside `companies`. */
export const staticTables: Readonly<Record<StaticTable, Columns>> = {
  funding: companyRow(staticColumns.funding),
  web_traffic: companyRow(staticColumns.web_traffic),
  technographics: companyRow(staticColumns.technographics),
  social: companyRow(staticColumns.social),
  ads: companyRow(staticColumns.ads),
  reviews_summary: companyRow(staticColumns.reviews_summary),
};

function companyRow(columns: Columns): Columns {
  return { company_id: id, ...columns, ...bookkeeping };
}

/** A table with many rows per company. */
export type DetailTable = 'jobs' | 'team_members' | 'software_reviews' | 'software_features' | 'pages';

/** The tables with many rows per company: `item_id` is stable, `*_text` is the text that keywords search. */
export const detailTables: Readonly<Record<DetailTable, Columns>> = {
  jobs: {
    company_id: id,
    item_id: id,
    title: text,
    description: text,
    country: label,
    city: text,
    department: label,
    posted_at: day,
    closed_at: day,
    is_open: flag,
    last_seen_at: day,
    url: text,
    source: label,
    title_text: folded(sql`title`),
    description_text: folded(sql`description`),
    ...bookkeeping,
  },
  team_members: {
    company_id: id,
    item_id: id,
    raw_name: text,
    first_name: text,
    last_name: text,
    position: text,
    department: label,
    seniority: label,
    country: label,
    location: text,
    person_url: text,
    email: text,
    started_at: day,
    ended_at: day,
    is_current: { type: 'Bool', default: sql`true` },
    source: label,
    position_text: folded(sql`position`),
    ...bookkeeping,
  },
  software_reviews: {
    company_id: id,
    item_id: id,
    product: text,
    review_title: text,
    review: text,
    rating: number,
    reviewed_at: day,
    url: text,
    source: label,
    review_text: folded(sql`concat(review_title, '\\n', review)`),
    ...bookkeeping,
  },
  software_features: {
    company_id: id,
    item_id: id,
    product: text,
    feature: text,
    description: text,
    source: label,
    feature_text: folded(sql`concat(feature, '\\n', description)`),
    ...bookkeeping,
  },
  pages: {
    company_id: id,
    item_id: id,
    page_type: label,
    url: text,
    title: text,
    text,
    language: label,
    fetched_at: day,
    source: label,
    page_text: folded(sql`text`),
    ...bookkeeping,
  },
};

/** Under which names a company is found. First come, first served: a name never changes its company by an import. */
export const identitiesColumns = {
  kind: label,
  value: text,
  company_id: id,
  version: { type: 'UInt64', default: sql`1` },
};

/** Links that staff set by hand between a registrable domain and a LinkedIn id. They win over everything else. */
export const domainOverridesColumns = {
  domain: text,
  linked_in_id: text,
  company_id: id,
  set_by: text,
  set_at: instant,
  is_removed: flag,
  version: id,
};

/** Companies that were merged into another. */
export const mergedCompaniesColumns = { company_id: id, merged_into: id, merged_at: instant, version: id };

/** Which sources were collected for a company, so that "none" and "unknown" differ. */
export const collectionsColumns = {
  block: label,
  company_id: id,
  collected_at: instant,
  is_synthetic: flag,
  version: { type: 'UInt64', default: sql`1` },
};

/** Runs of the generator, so that one that was cut off is known. */
export const generationsColumns = {
  seed: id,
  companies: id,
  started_at: instant,
  is_finished: flag,
  version: { type: 'UInt64', default: sql`1` },
};
