import {
  createDatabase,
  createTable,
  defineTable,
  type Migration,
  type Sql,
  sql,
  type TableDefinition,
} from '@quarry/clickhouse';

// Released, so this file never changes and uses nothing that may: it makes the tables as they were released.

const UNIVERSE = 'universe';
const DEFAULTS = new Map([
  ['false', sql`false`],
  ['true', sql`true`],
  ['0', sql`0`],
  ['1', sql`1`],
]);

function folded(expression: Sql): Sql {
  const isPlain = sql`isValidASCII(${expression}) AND position(${expression}, '  ') = 0 AND position(${expression}, '\\t') = 0`;
  const stripped = sql`replaceRegexpAll(normalizeUTF8NFKD(${expression}), '\\\\p{M}+', '')`;
  const lower = sql`replaceAll(lowerUTF8(${stripped}), 'ς', 'σ')`;
  const straight = sql`replaceRegexpAll(${lower}, '[‘’‛ʼ]', '\\'')`;
  const trim = (text: Sql) => sql`trimBoth(${text}, ' \\t\\n\\r\\v\\f')`;
  return sql`if(${isPlain}, ${trim(sql`lower(${expression})`)}, ${trim(sql`replaceRegexpAll(${straight}, '[ \\t]+', ' ')`)})`;
}

/** A table from `name Type` or `name Type = default`, separated by semicolons. */
function table(
  name: string,
  orderBy: readonly string[],
  columns: string,
  more: { materialized?: Readonly<Record<string, Sql>>; shardBy?: Sql; settings?: TableDefinition['settings'] } = {},
): TableDefinition {
  return defineTable({
    database: UNIVERSE,
    name,
    columns: columns.split(';').map((column) => {
      const [definition = '', standard] = column.trim().split(' = ');
      const space = definition.indexOf(' ');
      const columnName = definition.slice(0, space);
      const computed = more.materialized?.[columnName];
      const filled = DEFAULTS.get(standard ?? '');
      return {
        name: columnName,
        type: definition.slice(space + 1),
        ...(computed && { materialized: computed }),
        ...(filled && { default: filled }),
      };
    }),
    engine: { kind: 'ReplacingMergeTree', version: 'version' },
    orderBy,
    shardBy: more.shardBy ?? sql`company_id`,
    settings: { old_parts_lifetime: 60, ...more.settings },
  });
}

/** The companies as 0001 makes them. */
export const releasedCompanies = table(
  'companies',
  ['company_id'],
  `
    company_id UInt64; domain String; linked_in_id String; name String; website String; short_description String;
    description String; industry LowCardinality(String); subindustry LowCardinality(String);
    industry_scheme LowCardinality(String); categories Array(String); tags Array(String);
    employee_count Nullable(Float64); employee_count_min Nullable(Float64); employee_count_max Nullable(Float64);
    founded_year Nullable(Float64); founded_year_basis LowCardinality(String); country LowCardinality(String);
    region String; city String; status LowCardinality(String); ticker String; exchange LowCardinality(String);
    market_cap_class LowCardinality(String); revenue_usd Nullable(Float64); stage LowCardinality(String);
    batch LowCardinality(String); is_hiring Nullable(Bool); is_nonprofit Nullable(Bool); former_names Array(String);
    source LowCardinality(String); sources Array(String); source_url String; as_of Nullable(Date32);
    is_domain_live Nullable(Bool); refreshed_at DateTime64(3, 'UTC'); first_seen_at DateTime64(3, 'UTC');
    content_hash UInt64; import_hash UInt64 = 0; name_text String; short_description_text String;
    description_text String; is_synthetic Bool = false; version UInt64 = 1`,
  {
    materialized: {
      name_text: folded(sql`name`),
      short_description_text: folded(sql`short_description`),
      description_text: folded(sql`description`),
    },
  },
);

const TABLES = [
  releasedCompanies,
  table(
    'funding',
    ['company_id'],
    `
    company_id UInt64; total_funding_usd Nullable(Float64); funding_rounds Nullable(Float64);
    last_round_type LowCardinality(String); last_round_usd Nullable(Float64); last_round_at Nullable(Date32);
    investors Array(String); as_of Nullable(Date32); is_synthetic Bool = false; version UInt64 = 1`,
  ),
  table(
    'web_traffic',
    ['company_id'],
    `
    company_id UInt64; monthly_visits Nullable(Float64); visits_growth Nullable(Float64);
    global_rank Nullable(Float64); bounce_rate Nullable(Float64); pages_per_visit Nullable(Float64);
    visit_seconds Nullable(Float64); top_country LowCardinality(String); visitor_countries Array(String);
    search_share Nullable(Float64); direct_share Nullable(Float64); paid_share Nullable(Float64);
    social_share Nullable(Float64); is_synthetic Bool = false; version UInt64 = 1`,
  ),
  table(
    'technographics',
    ['company_id'],
    `
    company_id UInt64; technologies Array(String); all_time Array(String); technology_count Nullable(Float64);
    crm Array(String); marketing_automation Array(String); analytics Array(String); cms Array(String);
    ecommerce Array(String); payments Array(String); hosting Array(String); customer_support Array(String);
    hr Array(String); security Array(String); data Array(String); development Array(String);
    last_seen Nullable(Date32); is_synthetic Bool = false; version UInt64 = 1`,
  ),
  table(
    'social',
    ['company_id'],
    `
    company_id UInt64; networks Array(String); linked_in_followers Nullable(Float64);
    linked_in_employees Nullable(Float64); employee_growth Nullable(Float64); x_url String;
    x_followers Nullable(Float64); facebook_url String; instagram_followers Nullable(Float64);
    youtube_subscribers Nullable(Float64); github_url String; last_post_at Nullable(Date32);
    is_synthetic Bool = false; version UInt64 = 1`,
  ),
  table(
    'ads',
    ['company_id'],
    `
    company_id UInt64; is_advertising Nullable(Bool); platforms Array(String); active_ads Nullable(Float64);
    monthly_spend_usd Nullable(Float64); first_ad_at Nullable(Date32); last_ad_at Nullable(Date32);
    is_synthetic Bool = false; version UInt64 = 1`,
  ),
  table(
    'reviews_summary',
    ['company_id'],
    `
    company_id UInt64; review_count Nullable(Float64); average_rating Nullable(Float64);
    recommended_share Nullable(Float64); products Array(String); review_sites Array(String);
    last_reviewed_at Nullable(Date32); is_synthetic Bool = false; version UInt64 = 1`,
  ),
  table(
    'jobs',
    ['company_id', 'item_id'],
    `
    company_id UInt64; item_id UInt64; title String; description String; country LowCardinality(String);
    city String; department LowCardinality(String); posted_at Nullable(Date32); closed_at Nullable(Date32);
    is_open Bool = false; last_seen_at Nullable(Date32); url String; source LowCardinality(String);
    title_text String; description_text String; is_synthetic Bool = false; version UInt64 = 1`,
    { materialized: { title_text: folded(sql`title`), description_text: folded(sql`description`) } },
  ),
  table(
    'team_members',
    ['company_id', 'item_id'],
    `
    company_id UInt64; item_id UInt64; raw_name String; first_name String; last_name String; position String;
    department LowCardinality(String); seniority LowCardinality(String); country LowCardinality(String);
    location String; person_url String; email String; started_at Nullable(Date32); ended_at Nullable(Date32);
    is_current Bool = true; source LowCardinality(String); position_text String; is_synthetic Bool = false;
    version UInt64 = 1`,
    { materialized: { position_text: folded(sql`position`) } },
  ),
  table(
    'software_reviews',
    ['company_id', 'item_id'],
    `
    company_id UInt64; item_id UInt64; product String; review_title String; review String; rating Nullable(Float64);
    reviewed_at Nullable(Date32); url String; source LowCardinality(String); review_text String;
    is_synthetic Bool = false; version UInt64 = 1`,
    { materialized: { review_text: folded(sql`concat(review_title, '\\n', review)`) } },
  ),
  table(
    'software_features',
    ['company_id', 'item_id'],
    `
    company_id UInt64; item_id UInt64; product String; feature String; description String;
    source LowCardinality(String); feature_text String; is_synthetic Bool = false; version UInt64 = 1`,
    { materialized: { feature_text: folded(sql`concat(feature, '\\n', description)`) } },
  ),
  table(
    'pages',
    ['company_id', 'item_id'],
    `
    company_id UInt64; item_id UInt64; page_type LowCardinality(String); url String; title String; text String;
    language LowCardinality(String); fetched_at Nullable(Date32); source LowCardinality(String); page_text String;
    is_synthetic Bool = false; version UInt64 = 1`,
    { materialized: { page_text: folded(sql`text`) } },
  ),
  table(
    'identities',
    ['kind', 'value'],
    `
    kind LowCardinality(String); value String; company_id UInt64; version UInt64 = 1`,
    { shardBy: sql`cityHash64(value)`, settings: { index_granularity: 256 } },
  ),
  table(
    'domain_overrides',
    ['domain'],
    `
    domain String; linked_in_id String; company_id UInt64; set_by String; set_at DateTime64(3, 'UTC');
    is_removed Bool = false; version UInt64`,
    { shardBy: sql`cityHash64(domain)` },
  ),
  table(
    'merged_companies',
    ['company_id'],
    `
    company_id UInt64; merged_into UInt64; merged_at DateTime64(3, 'UTC'); version UInt64`,
  ),
  table(
    'collections',
    ['block', 'company_id'],
    `
    block LowCardinality(String); company_id UInt64; collected_at DateTime64(3, 'UTC'); is_synthetic Bool = false;
    version UInt64 = 1`,
  ),
  table(
    'generations',
    ['seed', 'companies'],
    `
    seed UInt64; companies UInt64; started_at DateTime64(3, 'UTC'); is_finished Bool = false; version UInt64 = 1`,
    { shardBy: sql`seed` },
  ),
];

/** Makes the database and the first tables. */
export const createUniverse: Migration = {
  id: '0001-universe',
  up: async (warehouse) => {
    await createDatabase(warehouse, UNIVERSE);
    for (const definition of TABLES) await createTable(warehouse, definition);
  },
};
