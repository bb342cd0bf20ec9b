import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import type { Verb } from '#server/platform/mount.ts';
import { readReport } from './saved-report.ts';

/** Deletes a saved estimate. Throws NOT_FOUND. */
export const deleteSavedReport: Verb<typeof contracts.deleteSavedReport> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const { config } = await readReport(tx, id);
    await tx.delete(estimationReports).where(eq(estimationReports.id, id));
    return { result: { deleted: true }, target: id, before: config };
  });
