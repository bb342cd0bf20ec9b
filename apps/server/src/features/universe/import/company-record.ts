import { IMPORTED_FIELD_KINDS, type ImportedField } from '@quarry/contracts';

/** The kind of a field's values: column types and merging follow from it. Days are `yyyy-mm-dd`. */
export type ContentKind = 'text' | 'number' | 'boolean' | 'day' | 'list';

type Entry = (typeof IMPORTED_FIELD_KINDS)[number];
type EntryOf<Kind> = Extract<Entry, readonly [string, Kind]>;
type FieldOf<Kind extends ContentKind> = EntryOf<Kind>[0];

const withKind = <Kind extends ContentKind>(kind: Kind) =>
  IMPORTED_FIELD_KINDS.filter((entry): entry is EntryOf<Kind> => entry[1] === kind);

const CONTENT = [
  ...withKind('text'),
  ...withKind('number'),
  ...withKind('boolean'),
  ...withKind('day'),
  ...withKind('list'),
];
export const CONTENT_FIELDS = CONTENT.map(([field]) => field);
export type ContentField = (typeof CONTENT_FIELDS)[number];

const kinds = new Map<ContentField, ContentKind>(CONTENT);
export const contentKind = (field: ContentField): ContentKind => kinds.get(field) ?? 'text';

/** The values of a row by field. */
export type MappedRow = Partial<Record<ImportedField, unknown>>;

/** The values of a company; '', null and [] are empty. */
export type CompanyContent = Record<FieldOf<'text'>, string> &
  Record<FieldOf<'number'>, number | null> &
  Record<FieldOf<'boolean'>, boolean | null> &
  Record<FieldOf<'day'>, string | null> &
  Record<FieldOf<'list'>, string[]>;

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
