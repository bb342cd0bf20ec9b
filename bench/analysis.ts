/**
 * A scoring analysis report over HTTP, from the request to its results: `npm run bench -- analysis [companies]`. By hand
 * are the plain counts over the same columns, on every core: one statement for the filled ones, one for the quantiles,
 * and for each column one that counts its values or ranges. The report takes the counts of the whole dataset from the
 * values that the build has stored. It also counts what it holds out, finds out how finely numbers are told apart, and
 * checks its rules. Budget: 1.5 times the statements by hand.
 */
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ident, join, type Sql, sql, uint, uints } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { type DatasetColumn, openDataset } from '../apps/server/src/features/datasets/dataset.ts';
import { readDatasetSchema } from '../apps/server/src/features/datasets/dataset-schema.ts';
import { readClient } from '../apps/server/src/features/datasets/read-client.ts';
import {
  type AnalysedField,
  analysedFields,
  MAX_DISTINCT_TEXTS,
} from '../apps/server/src/features/scoring-analysis/analysed-fields.ts';
import { type Bench, MANY_FIELDS_CLIENT, openBench } from './open-bench.ts';
import { comparedWith, median, megabytes, sampled, type Taken, taken } from './statistics.ts';

const BUDGET = 1.5;
const ROUNDS = 3;
const TARGETS = 100;
const PATH = '/app/scoring-analysis/reports';
const EVERY_CORE = { lane: 'analysis', settings: { max_threads: availableParallelism() } } as const;

const found = z.object({ companies: z.array(z.object({ __domain: z.string(), __company_id: z.string() })) });
const report = z.object({
  item: z.object({
    id: z.string(),
    status: z.string(),
    error: z.string().nullable(),
    results: z.object({ scores: z.array(z.unknown()), goodSetSize: z.number(), otherSetSize: z.number() }).nullable(),
  }),
});

async function findTargets(bench: Bench) {
  const rules = [
    { id: 'crm', field: 'technologies', operator: 'containsAnyOf', value: ['HubSpot', 'Salesforce'] },
    { id: 'size', field: 'employee_count', operator: 'gte', value: 200 },
  ];
  const filters = { id: 'root', combinator: 'and', rules };
  return found.parse(
    await bench.post('/app/companies/search', { filters, limit: TARGETS, sortby: 'name', parts: ['companies'] }),
  ).companies;
}

/** Creates a report and waits for its results. */
async function calculateReport(bench: Bench, goodDomains: readonly string[]): Promise<void> {
  const body = { name: 'Bench', inputs: { goodDomains } };
  let { item } = report.parse(await bench.post(PATH, body));
  while (item.status === 'Calculating') {
    await sleep(20);
    ({ item } = report.parse(await bench.request('GET', `${PATH}/${item.id}`)));
  }
  if (item.results === null) throw new Error(item.error ?? 'The report has no results');
  await bench.request('DELETE', `${PATH}/${item.id}`);
}

interface ByHand {
  readonly table: Sql;
  readonly isTarget: Sql;
  readonly fields: readonly AnalysedField[];
}

const isFilled = ({ type, value }: DatasetColumn): Sql => {
  const { form } = traitsOf(type);
  return form === 'text' || form === 'list' ? sql`notEmpty(${value})` : sql`isNotNull(${value})`;
};

/** The statements that count the same by hand. */
function statementsByHand({ table, isTarget, fields }: ByHand): Sql[] {
  const filled = fields.flatMap(({ column }, at) => [
    sql`countIf(${isFilled(column)}) AS ${ident(`__all_${at}`)}`,
    sql`countIf(${isFilled(column)} AND ${isTarget}) AS ${ident(`__targets_${at}`)}`,
  ]);
  const numbers = fields.filter(({ type, defaultCuts }) => traitsOf(type).form === 'number' && defaultCuts === null);
  const quantiles = numbers.map(
    ({ column }, at) =>
      sql`quantilesExactWeighted(0.2, 0.4, 0.6, 0.8)(${column.value}, if(${isTarget}, ${uint(10_000)}, ${uint(1)})) AS ${ident(`__cuts_${at}`)}`,
  );
  const perColumn = fields.flatMap(({ column, type }) => {
    const counts = sql`countIf(${isTarget}) AS __targets, count() AS __all`;
    switch (traitsOf(type).form) {
      case 'boolean':
        return [];
      case 'text':
      case 'list': {
        const item = traitsOf(type).form === 'list' ? sql`arrayJoin(${column.value})` : column.value;
        return [
          sql`SELECT __item, countIf(__target) AS __targets, count() AS __all
            FROM (SELECT ${item} AS __item, ${isTarget} AS __target FROM ${table} WHERE ${isFilled(column)})
            GROUP BY __item ORDER BY __targets / 100 + __all / 1000000 DESC LIMIT 20`,
        ];
      }
      case 'number':
        return [
          sql`SELECT multiIf(${column.value} < 1, 0, ${column.value} < 11, 1, ${column.value} < 51, 2, ${column.value} < 201, 3, ${column.value} < 1001, 4, 5) AS __range, ${counts}
            FROM ${table} WHERE ${isFilled(column)} GROUP BY __range`,
        ];
      case 'date':
        return [
          sql`SELECT multiIf(${column.value} < '2021-01-01', 0, ${column.value} < '2024-01-01', 1, ${column.value} < '2025-01-01', 2, ${column.value} < '2026-01-01', 3, 4) AS __range, ${counts}
            FROM ${table} WHERE ${isFilled(column)} GROUP BY __range`,
        ];
    }
  });
  const all = [sql`SELECT ${join(filled)} FROM ${table}`, ...perColumn];
  return quantiles.length === 0 ? all : [...all, sql`SELECT ${join(quantiles)} FROM ${table}`];
}

async function countByHand(bench: Bench, byHand: ByHand): Promise<void> {
  for (const statement of statementsByHand(byHand)) {
    await bench.platform.warehouse.rows(statement, z.unknown(), EVERY_CORE);
  }
}

/** The fields that a report compares, without free texts. */
async function fieldsOf({ platform, client: name }: Bench): Promise<readonly AnalysedField[]> {
  const [row] = await platform.db.asSystem((tx) =>
    tx.select({ id: clients.id }).from(clients).where(eq(clients.name, name)),
  );
  const client = await readClient(platform, row?.id ?? '');
  const read = <T>(query: Parameters<typeof platform.db.asClient<T>>[1]) => platform.db.asClient(client.id, query);
  const dataset = await openDataset({ client, read, caches: platform.caches });
  const fields = analysedFields(dataset, await read((tx) => readDatasetSchema(tx, client)));
  const distinct = (fieldName: string) => dataset.statistics?.columns[fieldName]?.unique ?? 0;
  return fields.filter(({ type, column }) => type !== 'String' || distinct(column.fieldName) <= MAX_DISTINCT_TEXTS);
}

/** Prints the times. Returns true if the report is within budget. */
export async function analysis(companies: number): Promise<boolean> {
  const bench = await openBench(companies, {}, MANY_FIELDS_CLIENT);
  try {
    const targets = await findTargets(bench);
    const domains = targets.map(({ __domain }) => __domain);
    const fields = await fieldsOf(bench);
    const table = sql`${ident(bench.dataset.database, `dataset_${bench.dataset.version}`)}`;
    const isTarget = sql`__company_id IN ${uints(targets.map(({ __company_id }) => __company_id))}`;
    const idle = megabytes();
    // The first report also opens what later ones find open.
    const { peak } = await sampled(() => calculateReport(bench, domains));
    const ours: Taken[] = [];
    const theirs: Taken[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      theirs.push(await taken(() => countByHand(bench, { table, isTarget, fields })));
      // Each report is new.
      ours.push(await taken(() => calculateReport(bench, domains.slice(round + 1))));
    }
    const { ratio, text } = comparedWith(ours, theirs);
    const seconds = (each: readonly Taken[]) => median(each.map((one) => one.seconds)).toFixed(2);
    console.log(
      `${fields.length} fields, ${targets.length} targets: ${seconds(ours)} s, by hand ${seconds(theirs)} s, ${text} (budget ${BUDGET}), memory +${Math.round(peak - idle)} MB`,
    );
    return ratio <= BUDGET;
  } finally {
    await bench.close();
  }
}
