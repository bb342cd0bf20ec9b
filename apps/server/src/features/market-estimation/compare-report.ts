import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { startComparison } from './comparison-execution.ts';
import { parseStaffCriteria } from './estimated-criteria.ts';
import { compareWithKept } from './frozen-companies.ts';
import { readReport, toSavedReport } from './saved-report.ts';

/** Starts to compare what a saved estimate kept with what matches now. Throws NOT_FOUND, and CONFLICT if it kept nothing. */
export const compareReport: Verb<typeof contracts.compareReport> = async (scope, { id }) => {
  const row = await scope.read((tx) => readReport(tx, id));
  const { frozenRun } = row;
  if (frozenRun === null) throw new AppError('CONFLICT', 'This report was not frozen yet.', { id });
  const { config } = toSavedReport(row, '');
  const criteria = parseStaffCriteria(config.sourcingCriteria, config.dataBlockConfigs);
  const { warehouse } = scope;
  return {
    executionId: await startComparison(scope, (control) => compareWithKept(warehouse, criteria, frozenRun, control)),
  };
};
