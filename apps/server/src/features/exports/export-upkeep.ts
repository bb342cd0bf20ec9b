import { and, eq, inArray, isNotNull, isNull, lte, or } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { csvExports } from '@quarry/postgres/tables/exports';
import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { dropOrphanedRows } from './drop-orphaned-rows.ts';
import { errorOf, selectExports, statusOf } from './export.ts';
import { dropFrozenRows } from './freeze-rows.ts';
import { exportMail } from './mail-export.ts';
import { folderOf } from './run-export.ts';

export const EXPORT_UPKEEP_EVERY_MS = 60_000;
const BATCH = 200;
/** Longer than an export takes from its snapshot to its record. */
const ORPHANED_AFTER_MS = 3_600_000;

/** Removes the files of exports that expired, failed or were cancelled. */
export const exportUpkeep = defineJob({
  type: 'export-upkeep',
  input: z.object({}),
  concurrency: 'global',
  maxAttempts: 1,
  timeoutMs: 10 * 60_000,
  async run(ctx) {
    const now = new Date();
    await removeFinished(ctx, now);
    await dropOrphanedRows(ctx, new Date(now.getTime() - ORPHANED_AFTER_MS));
  },
});

/** Safe to repeat after a crash. The records stay. */
export async function removeFinished(
  ctx: Pick<JobContext, 'db' | 'warehouse' | 'files' | 'enqueue'>,
  now: Date,
): Promise<void> {
  await recordFailures(ctx);
  const done = await ctx.db.asSystem((tx) =>
    tx
      .select({ row: csvExports, clientName: clients.name })
      .from(csvExports)
      .innerJoin(clients, eq(clients.id, csvExports.clientId))
      .where(
        and(
          isNull(csvExports.removedAt),
          or(inArray(csvExports.status, ['FAILED', 'CANCELLED']), lte(csvExports.expiresAt, now)),
        ),
      )
      .orderBy(csvExports.createdAt)
      .limit(BATCH),
  );
  for (const { row, clientName } of done) {
    await ctx.files.deleteAll(folderOf(row));
    await dropFrozenRows(ctx, clientName, row.id);
    await ctx.db.asClient(row.clientId, (tx) =>
      tx.update(csvExports).set({ removedAt: now, snapshot: null }).where(eq(csvExports.id, row.id)),
    );
  }
}

/** Copies the outcome of failed and cancelled jobs to their exports, and enqueues the mail about a failure. */
async function recordFailures({ db, enqueue }: Pick<JobContext, 'db' | 'enqueue'>): Promise<void> {
  const open = await db.asSystem((tx) =>
    selectExports(tx).where(and(inArray(csvExports.status, ['WAITING', 'PROCESSING']), isNotNull(csvExports.jobId))),
  );
  for (const stored of open) {
    const status = statusOf(stored);
    if (status !== 'FAILED' && status !== 'CANCELLED') continue;
    const { id, clientId } = stored.row;
    await db.asSystem(async (tx) => {
      const recorded = await tx
        .update(csvExports)
        .set({ status, error: errorOf(stored), parts: [] })
        .where(and(eq(csvExports.id, id), inArray(csvExports.status, ['WAITING', 'PROCESSING'])))
        .returning({ id: csvExports.id });
      if (status === 'FAILED' && recorded.length > 0) await enqueue(tx, exportMail, null, { clientId, exportId: id });
    });
  }
}
