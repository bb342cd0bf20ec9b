import { type SyncProgress, syncProgress } from '@quarry/contracts';
import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { integrationJobs } from '@quarry/postgres/tables/integrations';
import { jobs } from '@quarry/postgres/tables/jobs';
import type { StoredIntegration } from '#server/features/integrations/integration.ts';

export const IMPORT_TASK = 'Import';

/** The counters of an import, as `integration_jobs` keeps those of every kind. */
export const importCounts = (counts: Pick<SyncProgress, 'numOfItemsToImport' | 'numOfRecordsImported'>) =>
  syncProgress.omit({ progress: true }).partial().parse(counts);

/** The imports of a connector that wait or run, as the queue knows: they can also be cancelled there. */
export async function runningImports(tx: Transaction, integrationId: string): Promise<string[]> {
  const rows = await tx
    .select({ jobId: integrationJobs.jobId })
    .from(integrationJobs)
    .innerJoin(jobs, eq(jobs.id, integrationJobs.jobId))
    .where(
      and(
        eq(integrationJobs.integrationId, integrationId),
        eq(integrationJobs.taskName, IMPORT_TASK),
        inArray(jobs.status, ['WAITING', 'PROCESSING']),
      ),
    );
  return rows.map(({ jobId }) => jobId);
}

/** Why an import cannot start, in a sentence; null if it can. */
export function whyNotImportable({ encryptedCredentials, problem, settings, integrationType }: StoredIntegration) {
  if (integrationType !== 'SALESFORCE' && integrationType !== 'HUBSPOT')
    return 'This connector has no fields to import.';
  if (encryptedCredentials === null) return 'This connector is not connected.';
  if (problem !== null) return problem;
  if (!settings.importFieldsEnabled) return 'The import of fields is switched off.';
  const hasFields = settings.importFieldMappingSettings.companies.length > 0;
  return hasFields || settings.autoImportRecordSince !== null ? null : 'No fields are chosen for the import.';
}
