import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import type { Verb } from '#server/platform/mount.ts';
import { startComparison } from './comparison-execution.ts';
import { parseStaffCriteria } from './estimated-criteria.ts';
import { keepCompanies } from './frozen-companies.ts';
import { readReport, toSavedReport } from './saved-report.ts';
import { readUniverseRevision } from './universe-revision.ts';

/** Starts to keep the companies that a saved estimate has now. Throws NOT_FOUND. */
export const freezeReport: Verb<typeof contracts.freezeReport> = async (scope, { id }) => {
  const row = await scope.read((tx) => readReport(tx, id));
  const { config } = toSavedReport(row, '');
  const criteria = parseStaffCriteria(config.sourcingCriteria, config.dataBlockConfigs);
  const executionId = await startComparison(scope, async (control) => {
    const revision = await scope.read(readUniverseRevision);
    const { run, count } = await keepCompanies(scope, criteria, control);
    control.signal.throwIfAborted();
    await scope.change(async (tx) => {
      await tx
        .update(estimationReports)
        .set({ frozenRun: run, frozenAt: new Date(run), frozenCount: count, frozenRevision: revision, count })
        .where(eq(estimationReports.id, id));
      return { result: null, target: id, after: { count } };
    });
    return { count, difference: null };
  });
  return { executionId };
};
