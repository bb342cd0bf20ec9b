import type { Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import type { StoredIntegration } from '#server/features/integrations/integration.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { IMPORT_TASK } from './crm-import.ts';
import { crmImport } from './import-job.ts';

/** Enqueues an import in the caller's transaction. Returns its job. */
export async function requestImport(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  { id: integrationId, clientId }: Pick<StoredIntegration, 'id' | 'clientId'>,
  requestedBy: string,
  options: { readonly buildsAfterwards: boolean },
): Promise<string> {
  const jobId = await queue.enqueue(tx, crmImport, clientId, { integrationId, ...options }, { requestedBy });
  await tx.insert(integrationJobs).values({
    jobId,
    clientId,
    integrationId,
    taskName: IMPORT_TASK,
    scope: {},
    requestedBy,
  });
  return jobId;
}
