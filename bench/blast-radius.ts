/**
 * What saving other sourcing criteria and a lower limit would do, asked over HTTP, and what another market would bring
 * in and from where, against one statement written by hand that counts the same in the same engine with all of its threads:
 * `npm run bench -- blast-radius [companies]`. Budgets: twice the time of the statement, and five seconds.
 */
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { emptySql, ident, type Sql, sql, texts } from '@quarry/clickhouse';
import { configImpact, type DataBlockConfig, estimateLimitImpact } from '@quarry/contracts';
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

/** The companies of the universe, as conditions over them. */
const companies = ({ dataset }: Bench, { joins, where }: Pick<Criteria, 'joins' | 'where'>): Sql => {
  const members = ident(dataset.database, `dataset_${dataset.version}`);
  const others = sql`SELECT __company_id FROM ${members} WHERE arrayExists(source -> source != 'CRITERIA', __sources)`;
  return sql`SELECT
      c.country AS country,
      (c.is_sourceable AND ${where}) AS matches,
      (c.is_sourceable AND c.employee_count >= 3) AS matches_saved,
      c.company_id IN (SELECT __company_id FROM ${members}) AS is_member,
      c.company_id IN (${others}) AS is_kept
    FROM (SELECT company_id, country, employee_count, ${mandatoryRules()} AS is_sourceable FROM universe.companies FINAL) AS c
    ${joins}`;
};

const savingRow = z.object({ entering: z.number(), leavingByReset: z.number() });
async function savingByHand(bench: Bench, criteria: Criteria) {
  const [row] = await bench.platform.warehouse.rows(
    sql`SELECT
        toUInt32(countIf(matches AND NOT is_member)) AS entering,
        toUInt32(countIf(is_member AND NOT matches AND NOT is_kept)) AS leavingByReset
      FROM (${companies(bench, criteria)})`,
    savingRow,
    AS_NEW,
  );
  return { ...row, leaving: 0 };
}

const marketRow = z.object({ country: z.string(), added: z.number(), others: z.number(), both: z.number() });
async function marketByHand(bench: Bench, criteria: Criteria) {
  const rows = await bench.platform.warehouse.rows(
    sql`SELECT
        toString(country) AS country,
        toUInt32(countIf(matches AND NOT is_member)) AS added,
        toUInt32(countIf(matches AND matches_saved AND NOT is_member)) AS others,
        toUInt32(countIf((matches OR matches_saved) AND NOT is_member)) AS both
      FROM (${companies(bench, criteria)})
      GROUP BY country ORDER BY added DESC, country`,
    marketRow,
    AS_NEW,
  );
  const sum = (key: 'added' | 'others' | 'both') => rows.reduce((total, row) => total + row[key], 0);
  const countries = rows.filter(({ country, added }) => country !== '' && added > 0);
  return {
    entering: sum('both'),
    enteringWithout: sum('both') - sum('added') + sum('others'),
    companies: sum('added'),
    alsoFromOthers: sum('others'),
    countries: countries.slice(0, 5).map(({ country, added }) => ({ country, companies: added })),
  };
}

const limitRow = z.object({ fresh: z.number(), known: z.number() });
async function limitByHand(bench: Bench, amount: number) {
  const [row] = await bench.platform.warehouse.rows(
    sql`SELECT
        toUInt32(countIf(matches_saved AND NOT is_member)) AS fresh,
        toUInt32(countIf(is_member)) AS known
      FROM (${companies(bench, { joins: emptySql, where: sql`1` })})`,
    limitRow,
    AS_NEW,
  );
  const { fresh, known } = row ?? { fresh: 0, known: 0 };
  const entering = Math.min(fresh, Math.max(0, amount - known));
  return { companies: known + entering, entering, leaving: 0, withheld: fresh - entering, enteringWithout: fresh };
}

/** Runs and prints the comparisons. Returns true if they are within budget. */
export async function blastRadius(count: number): Promise<boolean> {
  const bench = await openBench(count);
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
    const compare = async (name: string, byHand: () => Promise<object>, ours: () => Promise<object>): Promise<void> => {
      const found = await ours();
      const expected = await byHand();
      const isEqual = isDeepStrictEqual(found, expected);
      const own: Taken[] = [];
      const plain: Taken[] = [];
      for (let run = 0; run < RUNS; run++) {
        own.push(await taken(ours));
        plain.push(await taken(byHand));
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
      `A dataset of ${count.toLocaleString('en')} companies; ${RUNS} runs, medians in seconds: by hand, Quarry`,
    );
    for (const each of CRITERIA) {
      const config = { sourcingCriteria: each.criteria, dataBlockConfigs: each.configs };
      await compare(
        `saving: ${each.name}`,
        () => savingByHand(bench, each),
        async () => {
          const body = { config, versions };
          const answer = await bench.request('POST', `/admin/client-configs/${bench.client}/impact`, body);
          const { build, reset } = configImpact.parse(answer);
          return { entering: build.entering, leavingByReset: reset.leaving, leaving: build.leaving };
        },
      );
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
      await compare(
        `market: ${each.name}`,
        () => marketByHand(bench, each),
        async () => {
          const { signal } = new AbortController();
          const options = { added: market, signal };
          const { build, other, additions } = await estimateTurnover(warehouse, withMarket, { markets: [] }, options);
          return { entering: build.entering, enteringWithout: other.entering, ...additions };
        },
      );
    }
    const amount = Math.floor(count / 2);
    await compare(
      'lowering the limit',
      () => limitByHand(bench, amount),
      async () => {
        const answer = await bench.request('POST', `/admin/limits/${bench.client}/impact`, { amount });
        const { build, without } = estimateLimitImpact.output.parse(answer);
        return { ...build, enteringWithout: without.entering };
      },
    );
    console.log(`budgets: x2 of the statement by hand, ${MAX_SECONDS} s`);
    return isWithin;
  } finally {
    await bench.close();
  }
}
