import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { staffExports } from '@quarry/postgres/tables/staff-exports';
import type { Verb } from '#server/platform/mount.ts';
import { parseStaffCriteria } from './estimated-criteria.ts';
import { exportColumns } from './export-columns.ts';
import { estimationExport } from './run-estimation-export.ts';

/** Starts an export of the best companies that match. Its id is also that of the execution. */
export const startMarketEstimation: Verb<typeof contracts.startMarketEstimation> = async (scope, input) => {
  const { config, limit, exportName } = input;
  parseStaffCriteria(config.sourcingCriteria, config.dataBlockConfigs);
  exportColumns(config);
  const { email } = scope.user;
  return scope.change(async (tx) => {
    const [row] = await tx
      .insert(staffExports)
      .values({ exportName, config: { config, limit }, requestedByEmail: email })
      .returning({ id: staffExports.id });
    if (row === undefined) throw new Error('The export was not recorded');
    const jobId = await scope.jobs.enqueue(tx, estimationExport, null, { exportId: row.id }, { requestedBy: email });
    await tx.update(staffExports).set({ jobId }).where(eq(staffExports.id, row.id));
    return { result: { executionId: row.id }, target: exportName, targetId: row.id, after: { limit } };
  });
};
