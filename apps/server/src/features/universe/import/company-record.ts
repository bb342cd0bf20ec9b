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

export type TargetField = (typeof TARGET_FIELDS)[number];

/** The values of a row by field. */
export type MappedRow = Partial<Record<TargetField, unknown>>;

/** The values of a company; '', null and [] are empty. */
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

/** A company from a file, with normalised values. */
export interface CompanyRecord {
  line: number;
  /** The registrable domain; null if only LinkedIn identifies the company. */
  domain: string | null;
  linkedInId: string | null;
  /** Additional registrable domains. */
  aliases: string[];
  content: CompanyContent;
  /** Fields that were left out because their value is unclear. */
  ignored: TargetField[];
}

/** A row that could not be read, or is not a company. */
export interface Rejection {
  line: number;
  /** A sentence for people. */
  reason: string;
  /** An excerpt of the row. */
  text: string;
}
