import { AppError, type CantStartReason, RECORD_TYPES } from '@quarry/contracts';
import { and, eq, inArray, ne, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { readIntegration } from '#server/features/integrations/integration.ts';
import { UNFINISHED } from './integration-job.ts';
import { readSyncFields } from './plan/sync-fields.ts';

/** Whether a sync can start, and why not. */
export interface CanStart {
  readonly canStartJob: boolean;
  readonly cantStartJobReason: CantStartReason | null;
  readonly message: string | null;
  /** The job that runs. */
  readonly jobId: string | null;
}

/** Finds out whether a sync of a connector can start. Throws NOT_FOUND. */
export async function canStart(tx: Transaction, clientId: string, integrationId: string): Promise<CanStart> {
  const integration = await readIntegration(tx, clientId, integrationId);
  const faulty = (message: string): CanStart => ({
    canStartJob: false,
    cantStartJobReason: 'INTEGRATION_INCORRECTLY_CONFIGURED',
    message,
    jobId: null,
  });
  if (integration.encryptedCredentials === null) return faulty('This connector is not connected.');
  if (integration.problem !== null) return faulty(integration.problem);
  const fields = await readSyncFields(tx, { id: clientId }, integration);
  if (integration.integrationType !== 'WEBHOOK' && RECORD_TYPES.every((type) => fields[type].length === 0)) {
    return faulty('No field is mapped. Map fields of companies or contacts in the data directory.');
  }
  const running = await findRunning(tx, clientId, integrationId);
  if (running === null) return { canStartJob: true, cantStartJobReason: null, message: null, jobId: null };
  return {
    canStartJob: false,
    cantStartJobReason: 'INTEGRATION_JOB_ALREADY_RUNNING',
    message: 'A sync is currently in progress',
    jobId: running,
  };
}

async function findRunning(tx: Transaction, clientId: string, integrationId: string): Promise<string | null> {
  const [running] = await tx
    .select({ jobId: integrationJobs.jobId })
    .from(integrationJobs)
    .where(
      and(
        eq(integrationJobs.clientId, clientId),
        eq(integrationJobs.integrationId, integrationId),
        ne(integrationJobs.taskName, 'Import'),
        inArray(integrationJobs.status, [...UNFINISHED]),
      ),
    );
  return running?.jobId ?? null;
}

/** Throws what `canStart` says. */
export function assertCanStart({ cantStartJobReason, message, jobId }: CanStart): void {
  if (cantStartJobReason !== null) throw new AppError(cantStartJobReason, message ?? '', { jobId });
}
