import { eq } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { recordImports } from '#server/features/datasets/crm-records.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { isBuilding, requestBuild } from '#server/features/datasets/request-build.ts';
import { openVendorApi } from '#server/features/integrations/access/open-vendor-api.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import { beginRun, endRun } from '#server/features/integrations/job-ends.ts';
import { defineJob } from '#server/platform/jobs/jobs.ts';
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
    await beginRun(ctx, clientId);
    await endRun(ctx, clientId, async () => {
      ctx.progress(0, 'Reading the CRM');
      const startedAt = new Date();
      const client = await readClient(ctx, clientId);
      const integration = await ctx.db.asClient(clientId, async (tx) => {
        await tx.update(integrations).set({ lastImportStartedAt: startedAt }).where(eq(integrations.id, integrationId));
        return readIntegration(tx, clientId, integrationId);
      });
      const { vendor, api } = await openVendorApi(ctx, integrationId, ctx.signal);
      const run = startedAt.getTime();
      const imported = await importRecords(ctx, { client, integration, vendor, api, run });
      await dropOldImports(ctx, client.name);
      ctx.throwIfCancelled();
      return {
        message: imported.isOutOfCredits
          ? 'Companies that are new to the import were left out, because the enrichment credits are used up'
          : null,
        failure: null,
        async settle(tx) {
          await tx
            .update(integrations)
            .set({ importRun: run, importRows: imported.rows, lastImportFinishedAt: new Date() })
            .where(eq(integrations.id, integrationId));
          await recordImports(tx, client);
          if (buildsAfterwards && !(await isBuilding(tx, clientId)))
            await requestBuild(tx, ctx, clientId, {}, 'crm-import');
        },
      };
    });
  },
});
