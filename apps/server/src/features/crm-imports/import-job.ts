import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { integrationJobs, integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { recordImports } from '#server/features/datasets/crm-records.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { isBuilding, requestBuild } from '#server/features/datasets/request-build.ts';
import { openVendorApi } from '#server/features/integrations/access/open-vendor-api.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import { JobPause } from '#server/platform/jobs/job-pause.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { dropOldImports } from './drop-old-imports.ts';
import { importRecords } from './import-records.ts';

/**
 * Reads the records of a CRM anew. Until it ends, builds read those of the last import. A killed one starts over, because
 * it only reads.
 */
export const crmImport = defineJob({
  type: 'crm-import',
  input: z.object({ integrationId: z.string(), buildsAfterwards: z.boolean() }),
  concurrency: 'per-client',
  maxAttempts: 5,
  needsDiskSpace: true,
  timeoutMs: 6 * 3_600_000,
  async run(ctx, { integrationId, buildsAfterwards }) {
    const { clientId } = ctx;
    if (clientId === null) throw new Error('An import needs a client');
    const startedAt = new Date();
    await save(ctx, { status: 'IN_PROGRESS', startedAt, pausedUntil: null, message: 'Reading the CRM' });
    try {
      const client = await readClient(ctx, clientId);
      const integration = await ctx.db.asClient(clientId, async (tx) => {
        await tx.update(integrations).set({ lastImportStartedAt: startedAt }).where(eq(integrations.id, integrationId));
        return readIntegration(tx, clientId, integrationId);
      });
      const { vendor, api } = await openVendorApi(ctx, integrationId, ctx.signal);
      const run = startedAt.getTime();
      const imported = await importRecords(ctx, { client, integration, vendor, api, run });
      await ctx.db.asClient(clientId, async (tx) => {
        // Throws if another worker has taken the import over.
        await ctx.saveCheckpoint({ run }, tx);
        await tx
          .update(integrations)
          .set({ importRun: run, importRows: imported.rows, lastImportFinishedAt: new Date() })
          .where(eq(integrations.id, integrationId));
        await recordImports(tx, client);
        await end(tx, ctx.jobId, {
          status: 'COMPLETE',
          progress: 100,
          message: imported.isOutOfCredits
            ? 'Companies that are new to the import were left out, because the enrichment credits are used up'
            : null,
        });
        if (buildsAfterwards && !(await isBuilding(tx, clientId))) {
          await requestBuild(tx, ctx, clientId, {}, 'crm-import');
        }
      });
      await dropOldImports(ctx, client.name);
    } catch (error) {
      if (error instanceof JobPause) await save(ctx, { pausedUntil: error.until, message: error.message });
      else if (ctx.signal.aborted) await saveStop(ctx);
      else await save(ctx, { status: 'FAILED', finishedAt: new Date(), message: messageOf(error) });
      throw error;
    }
  },
});

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

type Columns = Partial<typeof integrationJobs.$inferInsert>;

async function save({ db, jobId }: JobContext, columns: Columns): Promise<void> {
  await db.asSystem((tx) => tx.update(integrationJobs).set(columns).where(eq(integrationJobs.jobId, jobId)));
}

/** A shutdown hands the import on to another process, so only a cancelled one has ended. */
async function saveStop(ctx: JobContext): Promise<void> {
  const reason: unknown = ctx.signal.reason;
  const isCancelled =
    typeof reason === 'object' && reason !== null && 'reason' in reason && reason.reason === 'CANCELLED';
  if (isCancelled) await save(ctx, { status: 'CANCELLED', finishedAt: new Date() });
}

async function end(tx: Transaction, jobId: string, columns: Columns): Promise<void> {
  await tx
    .update(integrationJobs)
    .set({ ...columns, finishedAt: new Date() })
    .where(and(eq(integrationJobs.jobId, jobId), inArray(integrationJobs.status, ['WAITING', 'IN_PROGRESS'])));
}
