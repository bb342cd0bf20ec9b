import { randomUUID } from 'node:crypto';
import type { ExportFormat, ExportType } from '@quarry/contracts';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { csvHeader } from './csv-header.ts';
import type { ExportPart } from './export.ts';
import { compileExport } from './export-rows.ts';
import { frozenRange } from './exports.sql.ts';
import type { FrozenRows } from './frozen-rows.ts';
import { csvRows, type PartRows, rowsWithin, typedRows } from './part-rows.sql.ts';
import { keyInRange, type RowKey, rowsInRange, type SnapshotRange } from './snapshot.sql.ts';
import { writePart } from './write-part.ts';

/** The maximum size of one file. */
export interface PartLimits {
  readonly rows: number;
  /** Null for no limit. */
  readonly bytes: number | null;
}

/** Spreadsheet programs easily open files of this size. */
const PART: PartLimits = { rows: 100_000, bytes: null };
/** The upload limits of LinkedIn Campaign Manager. */
const LINKEDIN_PART: PartLimits = { rows: 300_000, bytes: 20_000_000 };

export function limitsOf(type: ExportType): PartLimits {
  return type === 'DATASET_LINKEDIN_ADS' ? LINKEDIN_PART : PART;
}

/** The properties that all parts of an export share. */
export interface PartSpec {
  readonly type: ExportType;
  readonly format: ExportFormat;
  readonly columns: readonly { readonly header: string }[];
}

/** The next part: its rows, their count, and the checkpoint once they are written. */
export interface NextPart {
  readonly rows: PartRows;
  readonly count: number;
  readonly frozen: FrozenRows;
}

const rowsRow = z.object({ rows: z.number() });
const keyRow = z.object({ __export_score: z.string(), __export_id: z.string() });
type Stores = Pick<JobContext, 'warehouse' | 'signal'>;

// LinkedIn reads the byte order mark as part of the first heading.
const headOf = ({ type, format, columns }: PartSpec): string =>
  format === 'csv' ? csvHeader(columns, type !== 'DATASET_LINKEDIN_ADS') : '';

/** Finds the rows of the next part after the first `written` rows: as many as the limits allow, but at least one. */
export async function nextPart(
  stores: Stores,
  spec: PartSpec,
  frozen: FrozenRows,
  written: number,
  limits: PartLimits,
): Promise<NextPart> {
  const maxRows = Math.min(limits.rows, frozen.rowCount - written);
  if (frozen.kind === 'COPY') {
    const columns = frozen.isLines ? [{ header: '', type: 'String' as const }] : frozen.columns;
    const upTo = (count: number) =>
      frozenRange(frozen.table, columns, frozen.isLines, { from: written, to: written + count });
    const count = await countFitting(stores, spec, upTo(maxRows), maxRows, limits);
    return { rows: upTo(count), count, frozen };
  }
  const { columns, where } = compileExport(frozen.plan);
  const left = { table: frozen.table, where, after: frozen.after, last: null };
  const count = await countFitting(stores, spec, rowsInRange(left, columns), maxRows, limits);
  const last = await keyAt(stores, left, count - 1);
  return { rows: rowsInRange({ ...left, last }, columns), count, frozen: { ...frozen, after: last } };
}

async function countFitting(
  { warehouse, signal }: Stores,
  spec: PartSpec,
  rows: PartRows,
  maxRows: number,
  { bytes }: PartLimits,
): Promise<number> {
  if (bytes === null || maxRows === 0) return maxRows;
  const maxBytes = Math.max(0, bytes - Buffer.byteLength(headOf(spec)));
  const [found] = await warehouse.rows(rowsWithin(rows, maxRows, maxBytes), rowsRow, { lane: 'jobs', signal });
  return Math.max(1, found?.rows ?? 0);
}

async function keyAt({ warehouse, signal }: Stores, range: SnapshotRange, at: number): Promise<RowKey | null> {
  if (at < 0) return null;
  const [found] = await warehouse.rows(keyInRange(range, at), keyRow, { lane: 'jobs', signal });
  if (found === undefined) throw new Error(`The snapshot has no row number ${at}`);
  return { score: found.__export_score, id: found.__export_id };
}

/**
 * Writes one part under a unique name, so that a run that doesn't know yet that it was taken over cannot overwrite a
 * recorded part.
 */
export async function makePart(
  ctx: Pick<JobContext, 'config' | 'warehouse' | 'files' | 'signal'>,
  spec: PartSpec,
  folder: string,
  { rows, count }: NextPart,
): Promise<ExportPart> {
  const key = `${folder}/${randomUUID()}.${spec.format}`;
  const { statement, format } = spec.format === 'csv' ? csvRows(rows) : typedRows(rows);
  const bytes = await writePart(ctx, key, headOf(spec), statement, format);
  return { key, rows: count, bytes };
}
