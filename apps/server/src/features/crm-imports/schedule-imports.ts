import { and, isNotNull, isNull, lt, or } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { readIntegrationRow } from '#server/features/integrations/integration.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { runningImports, whyNotImportable } from './crm-import.ts';
import { requestImport } from './request-import.ts';

/** Fewer than 24 hours, so that an import is over when the day's build, a day after the last one, begins. */
const EVERY_MS = 23 * 3_600_000;

export const IMPORT_SCHEDULE_MS = 10 * 60_000;

/** Requests the imports that are due. */
export const crmImportSchedule = defineJob({
  type: 'crm-import-schedule',
  input: z.object({}),
  concurrency: 'global',
  timeoutMs: 60_000,
  run: async (ctx) => void (await scheduleImports(ctx)),
});

/** Returns how many were requested. */
export async function scheduleImports(
  ctx: Pick<JobContext, 'db' | 'enqueue'>,
  now: Date = new Date(),
): Promise<number> {
  return ctx.db.asSystem(async (tx) => {
    const rows = await tx
      .select()
      .from(integrations)
      .where(
        and(
          isNotNull(integrations.encryptedCredentials),
          isNull(integrations.problem),
          or(
            isNull(integrations.lastImportStartedAt),
            lt(integrations.lastImportStartedAt, new Date(now.getTime() - EVERY_MS)),
          ),
        ),
      );
    let requested = 0;
    for (const integration of rows.map(readIntegrationRow)) {
      if (whyNotImportable(integration) !== null || (await runningImports(tx, integration.id)).length > 0) continue;
      await requestImport(tx, ctx, integration, 'schedule', { buildsAfterwards: false });
      requested += 1;
    }
    return requested;
  });
}
