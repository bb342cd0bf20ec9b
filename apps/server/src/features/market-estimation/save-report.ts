import type * as contracts from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import type { Verb } from '#server/platform/mount.ts';
import { parseStaffCriteria } from './estimated-criteria.ts';
import { toSavedReport } from './saved-report.ts';
import { readUniverseRevision } from './universe-revision.ts';

/** Saves an estimate under its name, in place of the one that has it; what that one kept is dropped. */
export const saveReport: Verb<typeof contracts.saveReport> = async (scope, { id, config, count }) => {
  parseStaffCriteria(config.sourcingCriteria, config.dataBlockConfigs);
  return scope.change(async (tx) => {
    const [before] = await tx.select().from(estimationReports).where(eq(estimationReports.id, id)).for('update');
    const values = { config, count, requestedByEmail: scope.user.email, updatedAt: sql`now()` };
    const notFrozen = { frozenRun: null, frozenAt: null, frozenCount: null, frozenRevision: null };
    const [row] = await tx
      .insert(estimationReports)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: estimationReports.id, set: { ...values, ...notFrozen } })
      .returning();
    if (row === undefined) throw new Error('The report was not saved');
    const report = toSavedReport(row, await readUniverseRevision(tx));
    return {
      result: { report, replaced: before !== undefined },
      target: id,
      before: before?.config ?? null,
      after: config,
    };
  });
};
