/**
 * Computing segments of about a tenth of the dataset: `npm run bench -- segments [companies]`. Budgets: computing one
 * again takes at most twice as long as a handwritten statement that keeps the same history, and fifty after a build at
 * most ten times as long as one.
 */
import { randomUUID } from 'node:crypto';
import { createTable, DURABLE, defineTable, dropTable, float, ident, sql } from '@quarry/clickhouse';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import { describeDataset } from '../apps/server/src/features/datasets/dataset.ts';
import { versionSchema } from '../apps/server/src/features/datasets/dataset-schema.ts';
import { segmentMembersTable } from '../apps/server/src/features/datasets/segment-members.ts';
import {
  type ComputeContext,
  computeSegments,
  ensureMembersTable,
} from '../apps/server/src/features/segments/compute-segments.ts';
import { readSegmentRow, type SegmentRow } from '../apps/server/src/features/segments/segment.ts';
import { type Bench, openBench } from './open-bench.ts';
import { comparedWith, median, type Taken, taken } from './statistics.ts';

const ROUNDS = 5;
const DYNAMIC = 50;
const BUDGET_BY_HAND = 2;
const BUDGET_DYNAMIC = 10;

const sizeRow = z.object({ rows: z.number(), employees: z.number() });
const countRow = z.object({ companies: z.number() });
const DAY_MS = 86_400_000;

/** A segment that was not computed yet. */
function segmentOf(name: string, employees: number): SegmentRow {
  const filters: FilterGroup = {
    id: 'root',
    combinator: 'and',
    rules: [{ id: 'size', field: 'employee_count', operator: 'gte', value: employees }],
  };
  const never = { firstComputedAt: null, lastComputedAt: null, run: null, problem: null };
  return readSegmentRow({
    ...never,
    id: randomUUID(),
    clientId: 'bench',
    name,
    filters,
    inclusions: { domains: [] },
    exclusions: { domains: [], segmentIds: [] },
    limitOptions: null,
    isDynamic: true,
    selectedColumns: null,
    revision: 1,
    computedRevision: 0,
    runRows: 0,
    sizeCompanies: 0,
    notFoundDomains: 0,
    updateStatus: 'RUNNING',
    refreshStatus: 'COMPLETE',
    lastModifiedAt: new Date(),
    createdBy: null,
    createdAt: new Date(),
  });
}

async function contextOf({ platform, dataset, client }: Bench, isBuild: boolean): Promise<ComputeContext> {
  const [row] = await platform.db.asSystem((tx) =>
    tx
      .select({ schema: datasetVersions.schema })
      .from(datasetVersions)
      .where(eq(datasetVersions.version, Number(dataset.version))),
  );
  return {
    warehouse: platform.warehouse,
    signal: new AbortController().signal,
    lane: 'analysis',
    clientName: client,
    dataset: describeDataset(client, dataset.version, versionSchema.parse(row?.schema)),
    at: new Date(),
    isBuild,
  };
}

/** Computes the segments, and again with fewer employees. Returns what the second time took. */
async function timeAgain(context: ComputeContext, names: readonly string[], employees: number): Promise<Taken> {
  const first = names.map((name, at) => segmentOf(name, employees + at));
  const runs = new Map((await computeSegments(context, first)).map(({ id, written }) => [id, written?.run ?? null]));
  const later = { ...context, at: new Date(context.at.getTime() + DAY_MS) };
  const changed = first.map(({ id, name }, at) => ({
    ...segmentOf(name, employees - 5 + at),
    id,
    run: runs.get(id) ?? null,
  }));
  return taken(() => computeSegments(later, changed));
}

/** The same two computations with statements and tables as one would write them by hand for one segment. */
async function timeByHand({ platform: { warehouse }, dataset }: Bench, employees: number): Promise<Taken> {
  const table = (name: string) =>
    defineTable({
      database: 'bench',
      name,
      columns: [
        { name: 'company_id', type: 'UInt64' },
        { name: 'added_at', type: "DateTime('UTC')" },
        { name: 'removed_at', type: "Nullable(DateTime('UTC'))" },
      ],
      engine: { kind: 'MergeTree' },
      orderBy: ['company_id'],
      settings: DURABLE,
      shardBy: sql`company_id`,
    });
  const [before, after] = [table('stays_before'), table('stays_after')];
  await warehouse.command(sql`CREATE DATABASE IF NOT EXISTS bench`);
  for (const each of [before, after]) {
    await dropTable(warehouse, each);
    await createTable(warehouse, each);
  }
  const rows = ident(dataset.database, `dataset_${dataset.version}`);
  const lane = { lane: 'analysis' } as const;
  await warehouse.command(
    sql`INSERT INTO bench.stays_before SELECT __company_id, now(), NULL FROM ${rows} WHERE employee_count >= ${float(employees)}`,
    lane,
  );
  return taken(async () => {
    await warehouse.command(
      sql`INSERT INTO bench.stays_after
      SELECT if(found.id = 0, stay.company_id, found.id),
        if(stay.company_id = 0, now(), stay.added_at),
        if(found.id = 0, now(), NULL)
      FROM (SELECT __company_id AS id FROM ${rows} WHERE employee_count >= ${float(employees - 5)}) AS found
      FULL JOIN bench.stays_before AS stay ON stay.company_id = found.id`,
      lane,
    );
    await warehouse.rows(
      sql`SELECT toUInt32(countIf(removed_at IS NULL)) AS companies FROM bench.stays_after`,
      countRow,
      lane,
    );
  });
}

const seconds = (values: readonly Taken[]): string => median(values.map((each) => each.seconds)).toFixed(3);

/** Prints the ratios. Returns true if they are within budget. */
export async function segments(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  try {
    const context = await contextOf(bench, false);
    const build = await contextOf(bench, true);
    await dropTable(bench.platform.warehouse, segmentMembersTable(bench.client));
    await ensureMembersTable(context);
    const [size] = await bench.platform.warehouse.rows(
      sql`SELECT toUInt32(count()) AS rows, quantileExact(0.9)(ifNull(employee_count, 0)) AS employees
        FROM ${context.dataset.table()}`,
      sizeRow,
    );
    const { rows = 0, employees = 0 } = size ?? {};
    console.log(`${rows.toLocaleString('en')} rows, ${ROUNDS} rounds, medians in s`);
    const [hand, one, built, fifty]: [Taken[], Taken[], Taken[], Taken[]] = [[], [], [], []];
    const names = Array.from({ length: DYNAMIC }, (_each, at) => `Segment ${at}`);
    for (let round = 0; round < ROUNDS; round++) {
      hand.push(await timeByHand(bench, employees));
      one.push(await timeAgain(context, ['One'], employees));
      built.push(await timeAgain(build, ['One'], employees));
      fifty.push(await timeAgain(build, names, employees));
    }
    const single = comparedWith(one, hand);
    const dynamic = comparedWith(fifty, built);
    console.log(
      `one segment: by hand ${seconds(hand)}, ours ${seconds(one)}  ${single.text}  (budget ${BUDGET_BY_HAND})`,
    );
    console.log(
      `after a build: one ${seconds(built)}, ${DYNAMIC} ${seconds(fifty)}  ${dynamic.text}  (budget ${BUDGET_DYNAMIC})`,
    );
    return single.ratio <= BUDGET_BY_HAND && dynamic.ratio <= BUDGET_DYNAMIC;
  } finally {
    await bench.close();
  }
}
