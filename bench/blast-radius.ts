/**
 * What saving other sourcing criteria would do, asked over HTTP, and what another market would bring in, against one
 * statement written by hand that counts the same in the same engine with all of its threads:
 * `npm run bench -- blast-radius [companies]`. Budgets: twice the time of the statement, and five seconds.
 */
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { emptySql, ident, type Sql, sql, texts } from '@quarry/clickhouse';
import { configImpact, type DataBlockConfig } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { estimateTurnover } from '../apps/server/src/features/builds/estimate-turnover.ts';
import { readNextBuild } from '../apps/server/src/features/clients/read-next-build.ts';
import { mandatoryRules } from '../apps/server/src/features/universe/mandatory-rules.ts';
import { all, EUROPE, jobsOf, leftJoin, peopleOf, rule, SALES_JOBS, SALES_LEADERS } from './market-criteria.ts';
import { type Bench, openBench } from './open-bench.ts';
import { comparedWith, median, type Taken, taken } from './statistics.ts';

const RUNS = 5;
const MAX_SECONDS = 5;
/** All cores, as the engine itself would choose, and nothing remembered from the run before. */
const AS_NEW = {
  maxMemoryBytes: 12 * 1024 ** 3,
  settings: { max_threads: availableParallelism(), use_query_condition_cache: 0 },
} as const;

interface Criteria {
  readonly name: string;
  readonly criteria: FilterGroup;
  readonly configs: readonly DataBlockConfig[];
  readonly joins: Sql;
  readonly where: Sql;
}

const CRITERIA: readonly Criteria[] = [
  {
    name: 'companies in Europe',
    criteria: all(rule('firmographics/country', 'isOneOf', ['region:Europe'])),
    configs: [],
    joins: emptySql,
    where: sql`c.country IN ${texts(EUROPE)}`,
  },
  {
    name: 'open jobs and people',
    criteria: all(rule('jobs/count', 'gte', 1, 'sales-jobs'), rule('team_members/count', 'gte', 1, 'sales-leaders')),
    configs: [SALES_JOBS, SALES_LEADERS],
    joins: sql`${leftJoin(jobsOf(sql`1`), 'j')} ${leftJoin(peopleOf(sql`1`), 'p')}`,
    where: sql`j.n >= 1 AND p.n >= 1`,
  },
];

/** How many companies a build adds, and how many it removes, also when it resets the dataset. */
const countsRow = z.object({
  entering: z.number(),
  leaving: z.number(),
  leavingByReset: z.number(),
  /** With the saved criteria beside these, and with the saved ones alone. */
  enteringWithBoth: z.number(),
  enteringWithSaved: z.number(),
});
type Counts = z.infer<typeof countsRow>;

async function byHand({ platform, dataset }: Bench, { joins, where }: Criteria): Promise<Counts | undefined> {
  const members = ident(dataset.database, `dataset_${dataset.version}`);
  const others = sql`SELECT __company_id FROM ${members} WHERE arrayExists(source -> source != 'CRITERIA', __sources)`;
  const [row] = await platform.warehouse.rows(
    sql`SELECT
        toUInt32(countIf(matches AND NOT is_member)) AS entering,
        toUInt32(0) AS leaving,
        toUInt32(countIf(is_member AND NOT matches AND NOT is_kept)) AS leavingByReset,
        toUInt32(countIf((matches OR matches_saved) AND NOT is_member)) AS enteringWithBoth,
        toUInt32(countIf(matches_saved AND NOT is_member)) AS enteringWithSaved
      FROM (
        SELECT
          (c.is_sourceable AND ${where}) AS matches,
          (c.is_sourceable AND c.employee_count >= 3) AS matches_saved,
          c.company_id IN (SELECT __company_id FROM ${members}) AS is_member,
          c.company_id IN (${others}) AS is_kept
        FROM (SELECT company_id, country, employee_count, ${mandatoryRules()} AS is_sourceable FROM universe.companies FINAL) AS c
        ${joins})`,
    countsRow,
    AS_NEW,
  );
  return row;
}

/** Runs and prints the comparisons. Returns true if they are within budget. */
export async function blastRadius(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const { db, warehouse } = bench.platform;
    const next = await db.asSystem(async (tx) => {
      const [row] = await tx.select().from(clients).where(eq(clients.name, bench.client));
      if (row === undefined) throw new Error('There is no such client');
      return readNextBuild(tx, row);
    });
    const { versions } = z
      .object({ versions: z.record(z.string(), z.string()) })
      .parse(await bench.request('GET', `/admin/client-configs/${bench.client}`));
    let isWithin = true;
    const compare = async (name: string, each: Criteria, ours: () => Promise<Partial<Counts>>): Promise<void> => {
      const found = await ours();
      const expected = await byHand(bench, each);
      const isEqual = isDeepStrictEqual({ ...expected, ...found }, expected);
      const own: Taken[] = [];
      const plain: Taken[] = [];
      for (let run = 0; run < RUNS; run++) {
        own.push(await taken(ours));
        plain.push(await taken(() => byHand(bench, each)));
      }
      const seconds = median(own.map((took) => took.seconds));
      const { ratio, text } = comparedWith(own, plain);
      isWithin &&= isEqual && ratio <= 2 && seconds <= MAX_SECONDS;
      console.log(
        `${name.padEnd(38)} ${median(plain.map((took) => took.seconds))
          .toFixed(2)
          .padStart(
            6,
          )} ${seconds.toFixed(2).padStart(6)}  ${text}${isEqual ? '' : `  differs: ${JSON.stringify(found)}, by hand ${JSON.stringify(expected)}`}`,
      );
    };
    console.log(
      `A dataset of ${companies.toLocaleString('en')} companies; ${RUNS} runs, medians in seconds: by hand, Quarry`,
    );
    for (const each of CRITERIA) {
      const config = { sourcingCriteria: each.criteria, dataBlockConfigs: each.configs };
      await compare(`saving: ${each.name}`, each, async () => {
        const body = { config, versions };
        const answer = await bench.request('POST', `/admin/client-configs/${bench.client}/impact`, body);
        const { build, reset } = configImpact.parse(answer);
        return { entering: build.entering, leaving: build.leaving, leavingByReset: reset.leaving };
      });
      const market = {
        id: 'bench',
        name: 'Bench',
        isLive: true,
        isDue: true,
        publishedAt: new Date().toISOString(),
        criteria: each.criteria,
        configs: each.configs,
      };
      const withMarket = { ...next, markets: [market] };
      await compare(`market: ${each.name}`, each, async () => {
        const { signal } = new AbortController();
        const options = { added: market, signal };
        const { build, other, additions } = await estimateTurnover(warehouse, withMarket, { markets: [] }, options);
        return {
          entering: additions.companies,
          enteringWithBoth: build.entering,
          enteringWithSaved: other.entering,
        };
      });
    }
    console.log(`budgets: x2 of the statement by hand, ${MAX_SECONDS} s`);
    return isWithin;
  } finally {
    await bench.close();
  }
}
