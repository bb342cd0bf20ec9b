import { randomUUID } from 'node:crypto';
import type { ExportFormat, ExportType } from '@quarry/contracts';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { csvHeader } from './csv-header.ts';
import type { ExportPart } from './export.ts';
import { csvRows, type KeptColumn, type KeptTable, type PartRange, rowsWithin, typedRows } from './exports.sql.ts';
import { writePart } from './write-part.ts';

/** Rows and bytes of one file at most; null where only the rows count. */
export interface PartLimits {
  readonly rows: number;
  readonly bytes: number | null;
}

/** Spreadsheet programs open files of this size with ease. */
const PART: PartLimits = { rows: 100_000, bytes: null };
/** What LinkedIn Campaign Manager takes. */
const LINKEDIN_PART: PartLimits = { rows: 300_000, bytes: 20_000_000 };

/** The limits of a kind of export. */
export function limitsOf(type: ExportType): PartLimits {
  return type === 'DATASET_LINKEDIN_ADS' ? LINKEDIN_PART : PART;
}

/** What the parts of one export have in common. */
export interface PartWork {
  readonly table: KeptTable;
  readonly type: ExportType;
  readonly format: ExportFormat;
  readonly columns: readonly KeptColumn[];
}

const rowsRow = z.object({ rows: z.number() });

// LinkedIn takes the mark for a part of the first header.
const headOf = ({ type, format, columns }: PartWork): string =>
  format === 'csv' ? csvHeader(columns, type !== 'DATASET_LINKEDIN_ADS') : '';

/** The rows of the next part: as many as its limits allow, one at least. */
export async function nextRange(
  { warehouse, signal }: Pick<JobContext, 'warehouse' | 'signal'>,
  work: PartWork,
  left: { readonly from: number; readonly end: number },
  limits: PartLimits,
): Promise<PartRange> {
  const range = { from: left.from, to: Math.min(left.from + limits.rows, left.end) };
  if (limits.bytes === null || range.to === range.from) return range;
  const bytes = Math.max(0, limits.bytes - Buffer.byteLength(headOf(work)));
  const statement = rowsWithin(work.table, work.columns, range, bytes);
  const [fitting] = await warehouse.rows(statement, rowsRow, { lane: 'jobs', signal });
  return { from: range.from, to: range.from + Math.max(1, fitting?.rows ?? 0) };
}

/**
 * Writes one part under a name that no other attempt has: what counts is the part that is noted, and a run that does
 * not know yet that it was taken over can't touch that.
 */
export async function makePart(
  ctx: Pick<JobContext, 'warehouse' | 'files' | 'signal'>,
  work: PartWork,
  folder: string,
  range: PartRange,
): Promise<ExportPart> {
  const key = `${folder}/${range.from}-${randomUUID()}.${work.format}`;
  const { table, columns } = work;
  const statement = work.format === 'csv' ? csvRows(table, columns, range) : typedRows(table, columns, range);
  const bytes = await writePart(ctx, key, headOf(work), statement, work.format === 'csv' ? 'CSV' : 'Parquet');
  return { key, rows: range.to - range.from, bytes };
}
