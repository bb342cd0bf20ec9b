/** The fields that a mapping may fill. */
export const TARGET_FIELDS = [
  'name',
  'domain',
  'website',
  'linked_in_url',
  'aliases',
  'short_description',
  'description',
  'industry',
  'subindustry',
  'industry_scheme',
  'categories',
  'tags',
  'technologies',
  'employee_count',
  'employee_count_min',
  'employee_count_max',
  'employee_range',
  'founded_year',
  'founded_year_basis',
  'country',
  'region',
  'city',
  'status',
  'ticker',
  'exchange',
  'market_cap_class',
  'revenue_usd',
  'stage',
  'batch',
  'is_hiring',
  'is_nonprofit',
  'former_names',
  'source',
  'sources',
  'source_url',
  'as_of',
  'total_funding_usd',
  'funding_as_of',
] as const;

/** A field that a mapping may fill. */
export type TargetField = (typeof TARGET_FIELDS)[number];

/** A company as a mapping gives it: the file's values under the product's names. */
export type MappedRow = Partial<Record<TargetField, unknown>>;

/** Values of a company's record; '' , null and [] are empty. */
export interface CompanyContent {
  name: string;
  website: string;
  short_description: string;
  description: string;
  industry: string;
  subindustry: string;
  industry_scheme: string;
  categories: string[];
  tags: string[];
  employee_count: number | null;
  employee_count_min: number | null;
  employee_count_max: number | null;
  founded_year: number | null;
  founded_year_basis: string;
  country: string;
  region: string;
  city: string;
  status: string;
  ticker: string;
  exchange: string;
  market_cap_class: string;
  revenue_usd: number | null;
  stage: string;
  batch: string;
  is_hiring: boolean | null;
  is_nonprofit: boolean | null;
  former_names: string[];
  source: string;
  sources: string[];
  source_url: string;
  /** `yyyy-mm-dd` */
  as_of: string | null;
  technologies: string[];
  total_funding_usd: number | null;
  funding_as_of: string | null;
}

/** A record that says nothing. */
export const EMPTY_CONTENT: CompanyContent = {
  name: '',
  website: '',
  short_description: '',
  description: '',
  industry: '',
  subindustry: '',
  industry_scheme: '',
  categories: [],
  tags: [],
  employee_count: null,
  employee_count_min: null,
  employee_count_max: null,
  founded_year: null,
  founded_year_basis: '',
  country: '',
  region: '',
  city: '',
  status: '',
  ticker: '',
  exchange: '',
  market_cap_class: '',
  revenue_usd: null,
  stage: '',
  batch: '',
  is_hiring: null,
  is_nonprofit: null,
  former_names: [],
  source: '',
  sources: [],
  source_url: '',
  as_of: null,
  technologies: [],
  total_funding_usd: null,
  funding_as_of: null,
};

/** A company out of a file, with its values in their normal form. */
export interface CompanyRecord {
  /** Where it stands in the file. */
  line: number;
  /** The registrable domain; null where only LinkedIn names the company. */
  domain: string | null;
  linkedInId: string | null;
  /** Further registrable domains of the company. */
  aliases: string[];
  content: CompanyContent;
  /** Fields whose value could not be understood and was left out. */
  ignored: TargetField[];
}

/** A row that is not a company. */
export interface Rejection {
  line: number;
  /** Why, in a sentence for people. */
  reason: string;
  /** The start of the row. */
  text: string;
}
