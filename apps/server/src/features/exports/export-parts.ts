import { randomUUID } from 'node:crypto';
import type { ExportFormat, ExportType } from '@quarry/contracts';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { csvHeader } from './csv-header.ts';
import type { ExportPart } from './export.ts';
import { compileExport } from './export-rows.ts';
import { keptRange } from './exports.sql.ts';
import type { KeptRows } from './kept-rows.ts';
import { csvRows, type PartRows, rowsWithin, typedRows } from './part-rows.sql.ts';
import { keyInRange, type RowKey, rowsInRange, type SnapshotRange } from './snapshot.sql.ts';
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
  readonly type: ExportType;
  readonly format: ExportFormat;
  readonly columns: readonly { readonly header: string }[];
}

/** The next part: its rows, how many they are, and what is kept of the export once they are written. */
export interface NextPart {
  readonly rows: PartRows;
  readonly count: number;
  readonly kept: KeptRows;
}

const rowsRow = z.object({ rows: z.number() });
const keyRow = z.object({ __export_score: z.string(), __export_id: z.string() });
type Stores = Pick<JobContext, 'warehouse' | 'signal'>;

// LinkedIn takes the mark for a part of the first header.
const headOf = ({ type, format, columns }: PartWork): string =>
  format === 'csv' ? csvHeader(columns, type !== 'DATASET_LINKEDIN_ADS') : '';

/** Finds the rows of the next part, behind the `written` ones: as many as the limits allow, one at least. */
export async function nextPart(
  stores: Stores,
  work: PartWork,
  kept: KeptRows,
  written: number,
  limits: PartLimits,
): Promise<NextPart> {
  const most = Math.min(limits.rows, kept.rowCount - written);
  if (kept.kind === 'COPY') {
    const columns = kept.isLines ? [{ header: '', type: 'String' as const }] : kept.columns;
    const upTo = (count: number) =>
      keptRange(kept.table, columns, kept.isLines, { from: written, to: written + count });
    const count = await fitting(stores, work, upTo(most), most, limits);
    return { rows: upTo(count), count, kept };
  }
  const { columns, where } = compileExport(kept.plan);
  const left = { table: kept.table, where, after: kept.after, last: null };
  const count = await fitting(stores, work, rowsInRange(left, columns), most, limits);
  const last = await keyAt(stores, left, count - 1);
  return { rows: rowsInRange({ ...left, last }, columns), count, kept: { ...kept, after: last } };
}

async function fitting(
  { warehouse, signal }: Stores,
  work: PartWork,
  rows: PartRows,
  most: number,
  { bytes }: PartLimits,
): Promise<number> {
  if (bytes === null || most === 0) return most;
  const room = Math.max(0, bytes - Buffer.byteLength(headOf(work)));
  const [found] = await warehouse.rows(rowsWithin(rows, most, room), rowsRow, { lane: 'jobs', signal });
  return Math.max(1, found?.rows ?? 0);
}

async function keyAt({ warehouse, signal }: Stores, range: SnapshotRange, at: number): Promise<RowKey | null> {
  if (at < 0) return null;
  const [found] = await warehouse.rows(keyInRange(range, at), keyRow, { lane: 'jobs', signal });
  if (found === undefined) throw new Error(`The snapshot has no row number ${at}`);
  return { score: found.__export_score, id: found.__export_id };
}

/**
 * Writes one part under a name that no other attempt has: what counts is the part that is noted, and a run that does
 * not know yet that it was taken over can't touch that.
 */
export async function makePart(
  ctx: Pick<JobContext, 'warehouse' | 'files' | 'signal'>,
  work: PartWork,
  folder: string,
  { rows, count }: NextPart,
): Promise<ExportPart> {
  const key = `${folder}/${randomUUID()}.${work.format}`;
  const { statement, format } = work.format === 'csv' ? csvRows(rows) : typedRows(rows);
  const bytes = await writePart(ctx, key, headOf(work), statement, format);
  return { key, rows: count, bytes };
}
