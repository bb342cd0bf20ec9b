import {
  type DatasetExportType,
  EXPORT_TTL_HOURS,
  exportConfig,
  isLinkedInExport,
  LINKEDIN_MIN_ROWS,
  type SegmentExportType,
} from '@quarry/contracts';
import { and, eq, inArray, sql } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { readClient } from '#server/features/datasets/read-client.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import type { ScopedClient } from '#server/platform/scope.ts';
import { type ExportPart, type ExportRow, exportType, formatOf, isOfDataset, isOfSegment, partsOf } from './export.ts';
import { limitsOf, makePart, nextPart, type PartLimits } from './export-parts.ts';
import { planExport } from './export-plan.ts';
import { dropFrozenRows, freezeExportRows } from './freeze-rows.ts';
import { type FrozenRows, frozenRows } from './frozen-rows.ts';
import { makeListedPart } from './listed-rows.ts';
import { exportMail } from './mail-export.ts';
import { removeLeftoverFiles } from './remove-leftover-files.ts';
import { segmentSnapshot } from './segment/freeze-segment.ts';
import { writeSections } from './segment/write-sections.ts';
import { makePlanPart } from './sync-plan-export.ts';
import { type Snapshot, snapshot, takeSnapshot } from './take-snapshot.ts';

const HOUR_MS = 3_600_000;
/** The approximate fraction of the work that freezing the rows takes. */
const FREEZING = { COPY: 0.5, SECTIONS: 0.5, SNAPSHOT: 0.02 } as const;

/**
 * Writes the files of an export. Freezes its rows first, then writes and records them part by part. It can be killed at
 * any moment; the next attempt resumes after the last recorded part.
 */
export const csvExport = defineJob({
  type: 'csv-export',
  input: z.object({ exportId: z.string() }),
  concurrency: 'per-client',
  // A restart in the middle counts as an attempt.
  maxAttempts: 5,
  needsDiskSpace: true,
  canBeCancelled: true,
  timeoutMs: 2 * HOUR_MS,
  run: (ctx, { exportId }) => runExport(ctx, exportId),
});

/** Tests set `limits` to split a small export into parts. */
export async function runExport(
  ctx: JobContext,
  exportId: string,
  options: { readonly limits?: Partial<PartLimits> } = {},
): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('An export needs a client');
  const client = await readClient(ctx, clientId);
  const row = await markRunning(ctx, clientId, exportId);
  // Already complete: the run was killed between the export's end and the job's.
  if (row === null) return dropFrozenRows(ctx, client.name, exportId);
  const { type } = row;
  if (isOfDataset(type) || isOfSegment(type)) return exportRows(ctx, client, row, type, options.limits);
  const part =
    type === 'SYNC_PLAN' ? await makePlanPart(ctx, row, folderOf(row)) : await makeListedPart(ctx, row, folderOf(row));
  await saveParts(ctx, row, null, [part]);
  const isComplete = await complete(ctx, row, null, part.rows);
  await removeLeftoverFiles(ctx, folderOf(row), isComplete ? [part] : []);
}

async function exportRows(
  ctx: JobContext,
  client: ScopedClient,
  row: ExportRow,
  type: DatasetExportType | SegmentExportType,
  partLimits: Partial<PartLimits> = {},
): Promise<void> {
  const saved = readCheckpoint(ctx);
  let frozen = saved ?? (await freezeRows(ctx, client, row, type));
  let parts = saved === null ? [] : partsOf(row);
  const spec = { type, format: formatOf(row) };
  const limits = { ...limitsOf(type), ...partLimits };
  let written = rowsIn(parts);
  // An export without rows is one file with only a header.
  while (parts.length === 0 || written < frozen.rowCount) {
    ctx.throwIfCancelled();
    const next = await nextPart(ctx, spec, frozen, written, limits);
    parts = [...parts, await makePart(ctx, spec, folderOf(row), next)];
    written += next.count;
    frozen = next.frozen;
    await saveParts(ctx, row, frozen, parts);
    const fraction = frozen.rowCount === 0 ? 1 : written / frozen.rowCount;
    const start = FREEZING[frozen.kind];
    ctx.progress(start + (1 - start) * fraction, 'Writing files', { rows: written, parts: parts.length });
  }
  const isComplete = await complete(ctx, row, frozen, frozen.rowCount);
  await dropFrozenRows(ctx, client.name, row.id);
  await removeLeftoverFiles(ctx, folderOf(row), isComplete ? parts : []);
}

const rowsIn = (parts: readonly ExportPart[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

export const exportsFolderOf = (clientId: string): string => `exports/${clientId}`;
export const folderOf = ({ clientId, id }: Pick<ExportRow, 'clientId' | 'id'>): string =>
  `${exportsFolderOf(clientId)}/${id}`;

/** Marks the export as running and reads it; null if it has ended. */
async function markRunning(ctx: JobContext, clientId: string, exportId: string): Promise<ExportRow | null> {
  const [row] = await ctx.db.asClient(clientId, (tx) =>
    tx
      .update(csvExports)
      .set({ status: 'PROCESSING' })
      .where(and(eq(csvExports.id, exportId), inArray(csvExports.status, ['WAITING', 'PROCESSING'])))
      .returning(),
  );
  return row ?? null;
}

/** Null if no earlier attempt froze the rows, or if an older release did; then the export starts over. */
const readCheckpoint = ({ checkpoint }: JobContext): FrozenRows | null => frozenRows.safeParse(checkpoint).data ?? null;

/** Freezes the rows and discards earlier parts. */
async function freezeRows(
  ctx: JobContext,
  client: ScopedClient,
  row: ExportRow,
  type: DatasetExportType | SegmentExportType,
): Promise<FrozenRows> {
  ctx.progress(0, 'Collecting companies');
  const frozen = await collectRows(ctx, client, row, type);
  await ctx.db.asClient(client.id, async (tx) => {
    await ctx.saveCheckpoint(frozen, tx);
    await tx.update(csvExports).set({ rowCount: frozen.rowCount, parts: [] }).where(eq(csvExports.id, row.id));
  });
  ctx.progress(FREEZING[frozen.kind], 'Writing files', { rows: 0 });
  return frozen;
}

async function collectRows(
  ctx: JobContext,
  client: ScopedClient,
  row: ExportRow,
  type: DatasetExportType | SegmentExportType,
): Promise<FrozenRows> {
  if (isOfSegment(type)) return writeSections(ctx, client.name, row.id, type, segmentSnapshot.parse(row.snapshot));
  const taken = row.snapshot === null ? await snapshotNow(ctx, client, row, type) : snapshot.parse(row.snapshot);
  return freezeExportRows(ctx, client.name, row.id, taken);
}

/** For exports that an earlier release requested. */
async function snapshotNow(
  ctx: JobContext,
  client: ScopedClient,
  row: ExportRow,
  type: DatasetExportType,
): Promise<Snapshot> {
  const plan = await planExport(
    { client, read: (query) => ctx.db.asClient(client.id, query, { readOnly: true }), caches: ctx.caches },
    type,
    exportConfig.parse(row.config),
  );
  return takeSnapshot(ctx, client.name, row.id, plan, { lane: 'jobs', signal: ctx.signal });
}

/** Records the finished parts. Throws if another worker took the job over. */
async function saveParts(
  ctx: JobContext,
  row: ExportRow,
  frozen: FrozenRows | null,
  parts: readonly ExportPart[],
): Promise<void> {
  await ctx.db.asClient(row.clientId, async (tx) => {
    await ctx.saveCheckpoint(frozen, tx);
    await tx.update(csvExports).set({ parts }).where(eq(csvExports.id, row.id));
  });
}

/** A remark about the lists that are too short for LinkedIn; null if none is. */
function shortLists(frozen: FrozenRows): string | null {
  const lists =
    frozen.kind === 'SECTIONS' ? frozen.sections : [{ name: 'companies' as const, rowCount: frozen.rowCount }];
  const short = lists.filter(({ rowCount }) => rowCount < LINKEDIN_MIN_ROWS);
  if (short.length === 0) return null;
  return short
    .map(
      ({ name, rowCount }) => `LinkedIn uses lists of at least ${LINKEDIN_MIN_ROWS} ${name}. This one has ${rowCount}.`,
    )
    .join(' ');
}

/** Completes the export and enqueues its mail in one transaction; false if something ended it before. */
async function complete(
  ctx: JobContext,
  row: ExportRow,
  frozen: FrozenRows | null,
  rowCount: number,
): Promise<boolean> {
  const note = frozen !== null && isLinkedInExport(exportType(row.type)) ? shortLists(frozen) : null;
  // Without a client, the mail's job is hidden from the account's job list.
  const isComplete = await ctx.db.asSystem(async (tx) => {
    await ctx.saveCheckpoint(frozen, tx);
    const completed = await tx
      .update(csvExports)
      .set({
        status: 'COMPLETE',
        completedAt: sql`now()`,
        expiresAt: sql`now() + make_interval(hours => ${EXPORT_TTL_HOURS})`,
        note,
        rowCount,
        snapshot: null,
      })
      .where(and(eq(csvExports.id, row.id), eq(csvExports.status, 'PROCESSING')))
      .returning({ id: csvExports.id });
    if (completed.length === 0) return false;
    await ctx.enqueue(tx, exportMail, null, { clientId: row.clientId, exportId: row.id });
    return true;
  });
  ctx.progress(1, isComplete ? 'Complete' : 'Ended', { rows: rowCount });
  return isComplete;
}
