import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { staffExports } from '@quarry/postgres/tables/staff-exports';
import type { Verb } from '#server/platform/mount.ts';
import { selectStaffExports, toStaffExport } from './staff-export.ts';

const STATUSES = { WAITING: 'RUNNING', PROCESSING: 'RUNNING', COMPLETE: 'SUCCEEDED', FAILED: 'FAILED' } as const;

/** The state of an export. Throws NOT_FOUND. */
export const getMarketEstimation: Verb<typeof contracts.getMarketEstimation> = async (scope, { executionId }) => {
  const [stored] = await scope.read((tx) => selectStaffExports(tx).where(eq(staffExports.id, executionId)));
  if (stored === undefined) throw new AppError('NOT_FOUND', 'There is no such export.', { executionId });
  const { id, status, error } = toStaffExport(stored);
  return {
    status: STATUSES[status],
    progress: status === 'COMPLETE' ? 1 : stored.progress,
    output: status === 'COMPLETE' ? { exportId: id } : null,
    error,
  };
};
