import { z } from 'zod';
import { endpoint, pieceOfFile } from './endpoint.ts';

const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();
const fileId = z.string().min(1).max(64);

/**
 * The fields that a column of a file can fill, in the order in which people choose them, with the kind of their values.
 * Within a kind, stored hashes depend on the order.
 */
export const IMPORTED_FIELD_KINDS = [
  ['name', 'text'],
  ['domain', 'identity'],
  ['website', 'text'],
  ['linked_in_url', 'identity'],
  ['aliases', 'identity'],
  ['short_description', 'text'],
  ['description', 'text'],
  ['industry', 'text'],
  ['subindustry', 'text'],
  ['industry_scheme', 'text'],
  ['categories', 'list'],
  ['tags', 'list'],
  ['technologies', 'list'],
  ['employee_count', 'number'],
  ['employee_count_min', 'number'],
  ['employee_count_max', 'number'],
  ['employee_range', 'range'],
  ['founded_year', 'number'],
  ['founded_year_basis', 'text'],
  ['country', 'text'],
  ['region', 'text'],
  ['city', 'text'],
  ['status', 'text'],
  ['ticker', 'text'],
  ['exchange', 'text'],
  ['market_cap_class', 'text'],
  ['revenue_usd', 'number'],
  ['total_funding_usd', 'number'],
  ['stage', 'text'],
  ['batch', 'text'],
  ['is_hiring', 'boolean'],
  ['is_nonprofit', 'boolean'],
  ['former_names', 'list'],
  ['source', 'text'],
  ['sources', 'list'],
  ['source_url', 'text'],
  ['as_of', 'day'],
  ['funding_as_of', 'day'],
] as const;
export type ImportedField = (typeof IMPORTED_FIELD_KINDS)[number][0];

export const IMPORTED_FIELDS = IMPORTED_FIELD_KINDS.map(([field]) => field);

const column = z.string().min(1).max(500);

/** For each field its column, or several: the first that is not empty counts. */
export const companyMapping = z.strictObject({
  /** Stored with each company. */
  source: z.string().trim().min(1).max(100).optional(),
  fields: z.partialRecord(z.enum(IMPORTED_FIELDS), z.union([column, z.array(column).min(1).max(50)])),
});
export type CompanyMapping = z.infer<typeof companyMapping>;

export const companyFile = z.object({
  id: z.string(),
  name: z.string(),
  bytes: count,
  storedBytes: count,
  /** The number of the piece that comes next. */
  nextPiece: count,
});
export type CompanyFile = z.infer<typeof companyFile>;

/** Begins the upload of a file, which is then sent piece by piece. PAYLOAD_TOO_LARGE over the installation's limit. */
export const beginCompanyFile = endpoint({
  method: 'POST',
  path: '/admin/universe/files',
  summary: 'Begin the upload of a file of companies',
  access: edit,
  audit: 'company-file.uploaded',
  body: z.object({ name: z.string().trim().min(1).max(255), bytes: count.min(1, 'The file is empty.') }),
  output: z.object({ file: companyFile }),
});

/** Stores the next piece of a file; one that is stored already changes nothing. CONFLICT for a later one. */
export const sendCompanyFilePiece = endpoint({
  method: 'PUT',
  path: '/admin/universe/files/:fileId/pieces/:piece',
  summary: 'Send a piece of a file of companies',
  access: edit,
  audit: false,
  takesBytes: true,
  params: z.object({ fileId, piece: z.coerce.number().int().min(0).max(1_000_000) }),
  body: pieceOfFile,
  output: z.object({ file: companyFile }),
});

export const deleteCompanyFile = endpoint({
  method: 'DELETE',
  path: '/admin/universe/files/:fileId',
  summary: 'Delete an uploaded file of companies',
  access: edit,
  audit: 'company-file.deleted',
  params: z.object({ fileId }),
  output: z.object({ deleted: z.boolean() }),
});

/** Rows of a file that a check shows. */
export const CHECKED_ROWS = 20;

const texts = z.record(z.string(), z.string());

export const companyFileCheck = z.object({
  format: z.enum(['CSV', 'JSONL', 'Parquet', 'empty']),
  /** Of a CSV file. */
  dialect: z.object({ delimiter: z.string(), escape: z.enum(['doubled', 'backslash']).nullable() }).nullable(),
  columns: z.array(
    z.object({
      name: z.string(),
      /** Some values, shortened. */
      samples: z.array(z.string()),
    }),
  ),
  /** How the file would be read; null if no mapping fits. */
  mapping: z
    .object({ name: z.string(), fields: z.partialRecord(z.enum(IMPORTED_FIELDS), z.array(z.string())) })
    .nullable(),
  /** Why the file cannot be imported like this. */
  problem: z.string().nullable(),
  unusedColumns: z.array(z.string()),
  /** The first rows as they would be read. */
  rows: z.array(
    z.object({
      line: count,
      /** The values as texts, by field. */
      values: texts,
      /** Why the row would be rejected. */
      reason: z.string().nullable(),
      /** Fields whose value is unclear and would be left out. */
      ignored: z.array(z.string()),
    }),
  ),
});
export type CompanyFileCheck = z.infer<typeof companyFileCheck>;

/** Tells how a file would be read, under a mapping or under the one that its columns decide on. Stores nothing. */
export const checkCompanyFile = endpoint({
  method: 'POST',
  path: '/admin/universe/files/:fileId/check',
  summary: 'How a file of companies would be read',
  access: edit,
  audit: false,
  params: z.object({ fileId }),
  body: z.object({ mapping: companyMapping.optional() }),
  output: z.object({ file: companyFile, check: companyFileCheck }),
});
