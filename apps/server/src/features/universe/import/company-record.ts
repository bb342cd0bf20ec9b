import type { ImportedField } from '@quarry/contracts';

const TEXTS = [
  'name',
  'website',
  'short_description',
  'description',
  'industry',
  'subindustry',
  'industry_scheme',
  'founded_year_basis',
  'country',
  'region',
  'city',
  'status',
  'ticker',
  'exchange',
  'market_cap_class',
  'stage',
  'batch',
  'source',
  'source_url',
] as const;
const NUMBERS = [
  'employee_count',
  'employee_count_min',
  'employee_count_max',
  'founded_year',
  'revenue_usd',
  'total_funding_usd',
] as const;
const BOOLEANS = ['is_hiring', 'is_nonprofit'] as const;
/** `yyyy-mm-dd` */
const DAYS = ['as_of', 'funding_as_of'] as const;
const LISTS = ['categories', 'tags', 'technologies', 'former_names', 'sources'] as const;

export const CONTENT_FIELDS = [
  ...TEXTS,
  ...NUMBERS,
  ...BOOLEANS,
  ...DAYS,
  ...LISTS,
] as const satisfies readonly ImportedField[];
export type ContentField = (typeof CONTENT_FIELDS)[number];

/** The kind of a field's values. Column types and merging follow from it. */
export type ContentKind = 'text' | 'number' | 'boolean' | 'day' | 'list';

const withKind = (fields: readonly ContentField[], kind: ContentKind) =>
  fields.map((field): [ContentField, ContentKind] => [field, kind]);
const kinds = new Map([
  ...withKind(NUMBERS, 'number'),
  ...withKind(BOOLEANS, 'boolean'),
  ...withKind(DAYS, 'day'),
  ...withKind(LISTS, 'list'),
]);

export const contentKind = (field: ContentField): ContentKind => kinds.get(field) ?? 'text';

/** The values of a row by field. */
export type MappedRow = Partial<Record<ImportedField, unknown>>;

/** The values of a company; '', null and [] are empty. */
export type CompanyContent = Record<(typeof TEXTS)[number], string> &
  Record<(typeof NUMBERS)[number], number | null> &
  Record<(typeof BOOLEANS)[number], boolean | null> &
  Record<(typeof DAYS)[number], string | null> &
  Record<(typeof LISTS)[number], string[]>;

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
  ignored: ImportedField[];
}

/** A row that could not be read, or is not a company. */
export interface Rejection {
  line: number;
  /** A sentence for people. */
  reason: string;
  /** An excerpt of the row. */
  text: string;
}
