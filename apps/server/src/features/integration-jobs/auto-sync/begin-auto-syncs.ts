import { and, eq, isNotNull, type Transaction } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { readIntegrationRow } from '#server/features/integrations/integration.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { beginJob } from '../begin-job.ts';
import { canStart } from '../can-start.ts';
import { settleEnded } from '../integration-job.ts';
import { integrationSync } from '../run/run-sync.ts';

/** An account may build more often than once a day. */
const AT_LEAST_MS = 20 * 3_600_000;

/** Starts the day's auto-syncs that can start. Returns their ids. */
export async function beginAutoSyncs(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  now = new Date(),
): Promise<string[]> {
  const rows = await tx
    .select()
    .from(integrations)
    .where(and(eq(integrations.clientId, clientId), isNotNull(integrations.encryptedCredentials)));
  if (rows.length > 0) await settleEnded(tx, clientId);
  const begun: string[] = [];
  for (const row of rows) {
    const { settings } = readIntegrationRow(row);
    const isDue = row.lastAutoSyncAt === null || row.lastAutoSyncAt.getTime() + AT_LEAST_MS <= now.getTime();
    if (!settings.enableAutoSync || !isDue) continue;
    if (!(await canStart(tx, clientId, row.id)).canStartJob) continue;
    const job = { clientId, integrationId: row.id, taskName: 'Auto Sync', scope: { kind: 'AUTO' } } as const;
    begun.push(await beginJob(tx, queue, integrationSync, { ...job, requestedBy: null }));
    await tx.update(integrations).set({ lastAutoSyncAt: now }).where(eq(integrations.id, row.id));
  }
  return begun;
}
