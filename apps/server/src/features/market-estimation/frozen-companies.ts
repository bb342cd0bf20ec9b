import type { Sql, Warehouse } from '@quarry/clickhouse';
import { FROZEN_SAMPLE, type ReportComparison } from '@quarry/contracts';
import { isNotNull } from '@quarry/postgres';
import { estimationReports } from '@quarry/postgres/tables/estimation-reports';
import { z } from 'zod';
import type { ParsedCriteria } from '#server/features/markets/previews/unsaved-criteria.ts';
import { queryRanges } from '#server/features/universe/criteria/query-ranges.ts';
import { recordsOf } from '#server/features/universe/known-identities.sql.ts';
import { mandatoryRules } from '#server/features/universe/mandatory-rules.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import type { ExecutionControl } from '#server/platform/executions/executions.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { StaffScope } from '#server/platform/scope.ts';
import { compareFrozen, countFrozen, dropFrozen, insertFrozen, keptRuns } from './frozen-estimates.sql.ts';

const TABLE = { database: UNIVERSE, name: 'frozen_estimates' };
/** Longer than a freeze takes from its first row to its record. */
const GIVEN_UP_AFTER_MS = 3_600_000;

const matching = ({ compiled }: ParsedCriteria, range: Sql): Sql => compiled.matching(range, mandatoryRules(), []);

/** Keeps the companies that match now under a new run, and returns its number, a time, and how many they are. */
export async function keepCompanies(
  { ledger }: Pick<StaffScope, 'ledger'>,
  criteria: ParsedCriteria,
  { signal, progress }: ExecutionControl,
): Promise<{ readonly run: number; readonly count: number }> {
  const run = Date.now();
  const countRow = z.object({ count: z.number() });
  return ledger.recordWrites([TABLE], async (warehouse) => {
    await queryRanges(
      { warehouse, size: criteria.compiled.companiesPerRange, signal, onProgress: progress },
      (range, either) =>
        warehouse.command(insertFrozen(run, matching(criteria, range)), { lane: 'analysis', signal: either }),
    );
    const [found] = await warehouse.rows(countFrozen(run), countRow, { signal });
    return { run, count: found?.count ?? 0 };
  });
}

const comparedRow = z.object({
  now: z.number(),
  kept: z.number(),
  came: z.number(),
  went: z.number(),
  came_ids: z.array(z.string()),
  went_ids: z.array(z.string()),
});
const recordRow = z.object({ id: z.string(), name: z.string(), domain: z.string() });

/** Compares the companies that match now with those that a run kept. */
export async function compareWithKept(
  warehouse: Warehouse,
  criteria: ParsedCriteria,
  run: number,
  { signal, progress }: ExecutionControl,
): Promise<ReportComparison> {
  const parts = await queryRanges(
    { warehouse, size: criteria.compiled.companiesPerRange, signal, onProgress: progress },
    (range, either) =>
      warehouse.rows(compareFrozen(run, matching(criteria, range), range, FROZEN_SAMPLE), comparedRow, {
        lane: 'analysis',
        signal: either,
      }),
  );
  const rows = parts.flat();
  const sum = (key: 'now' | 'kept' | 'came' | 'went') => rows.reduce((total, row) => total + row[key], 0);
  const named = async (key: 'came_ids' | 'went_ids') => {
    const ids = rows.flatMap((row) => row[key]).slice(0, FROZEN_SAMPLE);
    const records = await warehouse.rows(recordsOf(ids), recordRow, { signal });
    return records.map(({ id, name, domain }) => ({ companyId: id, name, domain }));
  };
  return {
    count: sum('now'),
    difference: {
      frozenCount: sum('kept'),
      came: sum('came'),
      went: sum('went'),
      companiesThatCame: await named('came_ids'),
      companiesThatWent: await named('went_ids'),
    },
  };
}

/** Drops the companies of runs that no report has any more, and of those that were given up. */
export async function dropGivenUpRuns({ db, ledger, warehouse }: Pick<JobContext, 'db' | 'ledger' | 'warehouse'>) {
  const runRow = z.object({ run: z.string() });
  const stored = await warehouse.rows(keptRuns, runRow, { lane: 'jobs' });
  const rows = await db.asSystem((tx) =>
    tx
      .select({ run: estimationReports.frozenRun })
      .from(estimationReports)
      .where(isNotNull(estimationReports.frozenRun)),
  );
  const inUse = new Set(rows.map(({ run }) => String(run)));
  const old = stored.filter(({ run }) => !inUse.has(run) && Date.now() - Number(run) > GIVEN_UP_AFTER_MS);
  if (old.length === 0) return;
  await ledger.recordWrites(
    [TABLE],
    async (engine) => {
      for (const { run } of old) await engine.command(dropFrozen(engine.topology, run), { lane: 'jobs' });
    },
    { mayRemoveRows: true },
  );
}
