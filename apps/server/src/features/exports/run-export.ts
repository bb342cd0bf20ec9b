import { EXPORT_KEPT_HOURS, exportConfig, LINKEDIN_MIN_ROWS } from '@quarry/contracts';
import { and, eq, inArray, sql } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import type { ScopedClient } from '#server/platform/scope.ts';
import { type ExportPart, type ExportRow, exportType, partsOf } from './export.ts';
import { limitsOf, makePart, nextPart, type PartLimits } from './export-parts.ts';
import { readExportRows } from './export-rows.ts';
import { dropKeptRows, keepExportRows, readClient } from './keep-rows.ts';
import { type KeptRows, keptRows } from './kept-rows.ts';
import { exportMail } from './mail-export.ts';
import { removeOtherFiles } from './remove-files.ts';

const HOUR_MS = 3_600_000;
/** Share of the work that keeping the rows is, about. */
const KEEPING = { COPY: 0.5, SNAPSHOT: 0.02 } as const;

/**
 * Writes the files of an export. Its rows are fixed when it begins to run, then written part by part, each noted when it
 * is whole. It can be killed at any moment; the next attempt goes on behind the last part.
 */
export const csvExport = defineJob({
  type: 'csv-export',
  input: z.object({ exportId: z.string() }),
  concurrency: 'per-client',
  // A restart in the middle counts as an attempt.
  maxAttempts: 5,
  timeoutMs: 2 * HOUR_MS,
  run: (ctx, { exportId }) => runExport(ctx, exportId),
});

/** The work of `csvExport`; `limits` makes several parts of a small export. */
export async function runExport(
  ctx: JobContext,
  exportId: string,
  options: { readonly limits?: Partial<PartLimits> } = {},
): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('An export is made for a client');
  const client = await readClient(ctx, clientId);
  const row = await begin(ctx, clientId, exportId);
  // Over already: the run was killed between the export's end and the job's.
  if (row === null) return dropKeptRows(ctx, client.name, exportId);
  let kept = await fixRows(ctx, client, row);
  const { format } = exportConfig.parse(row.config);
  const work = { type: exportType(row.type), format, columns: kept.columns };
  const limits = { ...limitsOf(work.type), ...options.limits };
  let parts = partsOf(row);
  let written = rowsIn(parts);
  // An export without rows is one file with nothing but its header.
  while (parts.length === 0 || written < kept.rowCount) {
    ctx.throwIfCancelled();
    const next = await nextPart(ctx, work, kept, written, limits);
    parts = [...parts, await makePart(ctx, work, folderOf(row), next)];
    written += next.count;
    kept = next.kept;
    await saveParts(ctx, row, kept, parts);
    const fraction = kept.rowCount === 0 ? 1 : written / kept.rowCount;
    const before = KEEPING[kept.kind];
    ctx.progress(before + (1 - before) * fraction, 'Writing files', { rows: written, parts: parts.length });
  }
  await complete(ctx, row, kept);
  await dropKeptRows(ctx, client.name, exportId);
  await removeOtherFiles(ctx, folderOf(row), parts);
}

const rowsIn = (parts: readonly ExportPart[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** Where the files of an export are kept. */
export const folderOf = ({ clientId, id }: Pick<ExportRow, 'clientId' | 'id'>): string => `exports/${clientId}/${id}`;

/** Marks the export as running and reads it; null when it is over. */
async function begin(ctx: JobContext, clientId: string, exportId: string): Promise<ExportRow | null> {
  const [row] = await ctx.db.asClient(clientId, (tx) =>
    tx
      .update(csvExports)
      .set({ status: 'PROCESSING' })
      .where(and(eq(csvExports.id, exportId), inArray(csvExports.status, ['WAITING', 'PROCESSING'])))
      .returning(),
  );
  return row ?? null;
}

/** Fixes the rows, unless an earlier attempt has done so. */
async function fixRows(ctx: JobContext, client: ScopedClient, row: ExportRow): Promise<KeptRows> {
  if (ctx.checkpoint !== null) return keptRows.parse(ctx.checkpoint);
  ctx.progress(0, 'Collecting companies');
  const config = exportConfig.parse(row.config);
  const rows = await readExportRows(
    { client, read: (query) => ctx.db.asClient(client.id, query, { readOnly: true }), caches: ctx.caches },
    exportType(row.type),
    config,
  );
  const kept = await keepExportRows(ctx, client.name, row.id, rows, config.format);
  await ctx.db.asClient(client.id, async (tx) => {
    await ctx.saveCheckpoint(kept, tx);
    await tx.update(csvExports).set({ rowCount: kept.rowCount, parts: [] }).where(eq(csvExports.id, row.id));
  });
  ctx.progress(KEEPING[kept.kind], 'Writing files', { rows: 0 });
  return kept;
}

/** Notes the finished parts, unless the job has been taken over by another process. */
async function saveParts(ctx: JobContext, row: ExportRow, kept: KeptRows, parts: readonly ExportPart[]): Promise<void> {
  await ctx.db.asClient(row.clientId, async (tx) => {
    await ctx.saveCheckpoint(kept, tx);
    await tx.update(csvExports).set({ parts }).where(eq(csvExports.id, row.id));
  });
}

/** Shows the files, and asks for the mail in the same moment. */
async function complete(ctx: JobContext, row: ExportRow, kept: KeptRows): Promise<void> {
  const isShort = row.type === 'DATASET_LINKEDIN_ADS' && kept.rowCount < LINKEDIN_MIN_ROWS;
  const note = isShort
    ? `LinkedIn uses lists of at least ${LINKEDIN_MIN_ROWS} companies. This one has ${kept.rowCount}.`
    : null;
  // The mail is no work that people of the account are to see.
  await ctx.db.asSystem(async (tx) => {
    await ctx.saveCheckpoint(kept, tx);
    await tx
      .update(csvExports)
      .set({
        status: 'COMPLETE',
        completedAt: sql`now()`,
        expiresAt: sql`now() + make_interval(hours => ${EXPORT_KEPT_HOURS})`,
        note,
      })
      .where(eq(csvExports.id, row.id));
    await ctx.enqueue(tx, exportMail, null, { clientId: row.clientId, exportId: row.id });
  });
  ctx.progress(1, 'Complete', { rows: kept.rowCount });
}
