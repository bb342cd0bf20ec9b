/**
 * What saving other sourcing criteria would do to a dataset, against one statement written by hand that counts the same:
 * `npm run bench -- blast-radius [companies]`. Budgets: twice the time of the statement, and five seconds.
 */
import { availableParallelism } from 'node:os';
import { ident, sql, uint } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { estimateTurnover } from '../apps/server/src/features/builds/estimate-turnover.ts';
import { readNextBuild } from '../apps/server/src/features/clients/read-next-build.ts';
import { mandatoryRules } from '../apps/server/src/features/universe/mandatory-rules.ts';
import { readTable } from '../apps/server/src/features/universe/universe-table.ts';
import { type Bench, openBench } from './open-bench.ts';
import { comparedWith, median, type Taken, taken } from './statistics.ts';

const RUNS = 5;
const MAX_SECONDS = 5;
const EMPLOYEES = 50;
/** All cores, as the engine itself would choose, and nothing remembered from the run before. */
const AS_NEW = { settings: { max_threads: availableParallelism(), use_query_condition_cache: 0 } } as const;

const countsRow = z.object({ entering: z.number(), leaving: z.number() });
type Counts = z.infer<typeof countsRow>;

async function byHand({ platform, dataset }: Bench): Promise<Counts | undefined> {
  const table = ident(dataset.database, `dataset_${dataset.version}`);
  const [row] = await platform.warehouse.rows(
    sql`SELECT
        toUInt32(countIf(matches AND NOT is_member)) AS entering,
        toUInt32(countIf(is_member AND NOT matches)) AS leaving
      FROM (
        SELECT
          (${mandatoryRules()} AND ifNull(employee_count, 0) >= ${uint(EMPLOYEES)}) AS matches,
          company_id IN (SELECT __company_id FROM ${table}) AS is_member
        FROM ${readTable('companies')})`,
    countsRow,
    AS_NEW,
  );
  return row;
}

/** Runs and prints the comparison. Returns true if it is within budget. */
export async function blastRadius(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { db, warehouse } = bench.platform;
    const saved = await db.asSystem(async (tx) => {
      const [row] = await tx.select().from(clients).where(eq(clients.name, bench.client));
      if (row === undefined) throw new Error('There is no such client');
      return readNextBuild(tx, row);
    });
    const rule = { id: 'size', field: 'firmographics/employee_count', operator: 'gte', value: EMPLOYEES };
    const sourcingCriteria = { id: 'root', combinator: 'and' as const, rules: [rule] };
    const next = { ...saved, config: { ...saved.config, sourcingCriteria } };
    const { signal } = new AbortController();
    const estimate = () => estimateTurnover(warehouse, next, { resetDataset: true, signal });
    const { entering, leaving } = await estimate();
    const counted = await byHand(bench);
    const isEqual = counted?.entering === entering && counted.leaving === leaving;
    const own: Taken[] = [];
    const plain: Taken[] = [];
    for (let run = 0; run < RUNS; run++) {
      own.push(await taken(estimate));
      plain.push(await taken(() => byHand(bench)));
    }
    const seconds = median(own.map((each) => each.seconds));
    const { ratio, text } = comparedWith(own, plain);
    console.log(
      `${companies.toLocaleString('en')} companies: ${entering} enter, ${leaving} leave${isEqual ? '' : `; by hand ${JSON.stringify(counted)}`}`,
    );
    console.log(`${seconds.toFixed(2)} s (budget ${MAX_SECONDS} s), ${text} of the statement by hand (budget x2)`);
    return isEqual && ratio <= 2 && seconds <= MAX_SECONDS;
  } finally {
    await bench.close();
  }
}
