import { AppError, type SyncErrorsExportConfig } from '@quarry/contracts';
import { readSyncErrors } from '#server/features/integration-jobs/errors/read-sync-errors.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { ListedRows } from './listed-rows.ts';

const HEADERS = [
  'Record type',
  'Record ID',
  'Record',
  'Error',
  'Description',
  'Error code',
  'Field',
  'Value',
  'CRM record IDs',
  'Last sync attempt',
];

/** Reads the records that have sync errors now. Throws FORBIDDEN without the permission ADMIN. */
export async function freezeSyncErrors(
  scope: Pick<ClientScope, 'client' | 'read' | 'db' | 'warehouse' | 'request' | 'permissions'>,
  config: SyncErrorsExportConfig,
): Promise<ListedRows> {
  if (!scope.permissions.includes('ADMIN')) {
    throw new AppError('FORBIDDEN', 'Only administrators can export sync errors.');
  }
  const rows: ListedRows['rows'] = [];
  for await (const error of readSyncErrors(scope, config)) {
    rows.push([
      error.recordType,
      error.recordId,
      error.record,
      error.shortDescription,
      error.longDescription,
      error.errorCode,
      error.field ?? '',
      error.value ?? '',
      error.externalIds.join('; '),
      error.lastSyncAttempt ?? '',
    ]);
  }
  return { headers: HEADERS, rows };
}
