import { randomUUID } from 'node:crypto';
import { type ExportFormat, type ExportType, isLinkedInExport } from '@quarry/contracts';
import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { csvHeader } from './csv-header.ts';
import type { ExportPart } from './export.ts';
import { compileExport } from './export-rows.ts';
import { frozenRange } from './exports.sql.ts';
import { type FrozenRows, type FrozenSection, sectionAt } from './frozen-rows.ts';
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
  return isLinkedInExport(type) ? LINKEDIN_PART : PART;
}

/** The properties that all parts of an export share. */
export interface PartSpec {
  readonly type: ExportType;
  readonly format: ExportFormat;
}

/** The next part: its rows, their count, and the checkpoint once they are written. */
export interface NextPart {
  readonly section: FrozenSection;
  readonly rows: PartRows;
  readonly count: number;
  readonly frozen: FrozenRows;
}

const rowsRow = z.object({ rows: z.number() });
const keyRow = z.object({ __export_score: z.string(), __export_id: z.string() });
type Stores = Pick<JobContext, 'warehouse' | 'signal'>;

// LinkedIn reads the byte order mark as part of the first heading.
const headOf = ({ type, format }: PartSpec, { columns }: FrozenSection): string =>
  format === 'csv' ? csvHeader(columns, !isLinkedInExport(type)) : '';

/** Finds the rows of the next part after the first `written` rows: as many as the limits allow, but at least one. */
export async function nextPart(
  stores: Stores,
  spec: PartSpec,
  frozen: FrozenRows,
  written: number,
  limits: PartLimits,
): Promise<NextPart> {
  const section = sectionAt(frozen, written);
  const maxRows = Math.min(limits.rows, section.end - written);
  const countFitting = (rows: PartRows) => countRows(stores, rows, maxRows, limits, headOf(spec, section));
  if (frozen.kind !== 'SNAPSHOT') {
    const typed = frozen.kind === 'COPY' && !frozen.isLines ? frozen.columns : null;
    const columns = typed ?? [{ header: '', type: 'String' as const }];
    const upTo = (count: number) =>
      frozenRange(frozen.table, columns, typed === null, { from: written, to: written + count });
    const count = await countFitting(upTo(maxRows));
    return { section, rows: upTo(count), count, frozen };
  }
  const { columns, where } = compileExport(frozen.plan);
  const left = { table: frozen.table, where, after: frozen.after, last: null };
  const count = await countFitting(rowsInRange(left, columns));
  const last = await keyAt(stores, left, count - 1);
  return { section, rows: rowsInRange({ ...left, last }, columns), count, frozen: { ...frozen, after: last } };
}

/** Counts the rows that fit into a part after its head. */
async function countRows(
  { warehouse, signal }: Stores,
  rows: PartRows,
  maxRows: number,
  { bytes }: PartLimits,
  head: string,
): Promise<number> {
  if (bytes === null || maxRows === 0) return maxRows;
  const maxBytes = Math.max(0, bytes - Buffer.byteLength(head));
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
  { section, rows, count }: NextPart,
): Promise<ExportPart> {
  const key = `${folder}/${randomUUID()}.${spec.format}`;
  const { statement, format } = spec.format === 'csv' ? csvRows(rows) : typedRows(rows);
  const bytes = await writePart(ctx, key, headOf(spec, section), statement, format);
  return { key, rows: count, bytes, section: section.name };
}
