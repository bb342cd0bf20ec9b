import { addColumn, createTable, localTable, onCluster, type Sql, sql, uint } from '@quarry/clickhouse';
import { z } from 'zod';
import { comparableKeys } from '#server/features/datasets/comparable-keys.ts';
import { DOMAIN_HASH } from '#server/features/datasets/domain-hash.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { datasetTable, rowsTable } from '#server/features/datasets/table-definitions.ts';
import type { IdRange } from '#server/features/universe/id-ranges.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Build, ReportProgress, StepResult } from './build.ts';
import {
  countFilled,
  countVisible,
  endOfRange,
  fillRange,
  findHeadScore,
  findPlainColumns,
  findWordIndexes,
} from './fill-dataset.sql.ts';
import { keepRange } from './keep-rows.sql.ts';
import { refuseUnexplainedLoss } from './refuse-loss.ts';
import { createFiller, dropFiller } from './rows-view.sql.ts';

/** Values written per statement. Bounds its memory at any dataset size: about 0.5 GB for long texts and lists. */
const RANGE_VALUES = 6_000_000;
/** Beyond this, larger statements are no faster. */
const MAX_RANGE_COMPANIES = 250_000;
/** Each statement reads the ids of all kept rows, so larger ones are better. */
const MAX_KEPT_COMPANIES = 500_000;
/** Columns that the score needs, whatever is computed. */
const SCORE_PARTS = 4;
/** Above this share of the universe, reading a whole range is cheaper than picking out its members. */
const WHOLE_RANGE_SHARE = 0.3;
const LAST_ID = 2n ** 64n - 1n;

const countRow = z.object({ companies: z.number() });
const endRow = z.object({ id: z.string() });
const filledRow = z.object({ dataset: z.number(), stored: z.number() });
const headRow = z.object({ score: z.number() });
const flagsRow = z.record(z.string(), z.boolean());

/**
 * Writes the rows of all visible members, range by range; resumes after the last finished range. Marks in the schema
 * the columns whose texts are all plain, and those whose words are worth searching.
 */
export async function fillDataset(build: Build, progress: ReportProgress): Promise<StepResult> {
  const { ctx, config, schema, lastSchema, kept, state: start } = build;
  const { warehouse } = ctx;
  const statement = { lane: 'jobs', signal: ctx.signal, settings: { join_algorithm: 'hash' } } as const;
  const computed = kept === null ? schema.columns : schema.columns.filter(({ fieldName }) => !kept.has(fieldName));
  const rangeCompanies = build.rangeCompanies ?? companiesPerRange(build, computed.length);
  const { clientName } = config;
  const tables = datasetTables(clientName, start.version);
  const last = start.lastVersion === null ? null : datasetTables(clientName, start.lastVersion);
  await createTable(warehouse, rowsTable(clientName, start.version));
  const table = datasetTable(clientName, start.version, schema);
  await createTable(warehouse, table);
  // An earlier release may have begun the build.
  if (build.isResumed) await addColumn(warehouse, table, DOMAIN_HASH);
  if (build.isResumed) await removeUnfinished(ctx, tables, BigInt(start.filledTo));
  await warehouse.command(createFiller(tables, schema, warehouse.topology), { lane: 'jobs', signal: ctx.signal });
  const companies = await countOf(countVisible(tables));
  const universe = await countOf(sql`SELECT toUInt32(count()) AS companies FROM ${readTable('companies')}`);
  const filling = {
    schema,
    comparable: lastSchema === null ? null : comparableKeys(schema, lastSchema),
    startedAt: new Date(start.startedAt),
    readsWholeRange: companies > universe * WHOLE_RANGE_SHARE,
  };
  const write = (range: IdRange): Sql =>
    kept === null || last === null
      ? fillRange(tables, range, filling)
      : keepRange(tables, last, range, { ...filling, kept });
  let state = start;
  while (state.filled < companies) {
    ctx.throwIfCancelled();
    const from = BigInt(state.filledTo) + 1n;
    const [end] = await warehouse.rows(endOfRange(tables, from, rangeCompanies), endRow, statement);
    const to = end === undefined ? LAST_ID : BigInt(end.id);
    await warehouse.command(write({ from, to }), statement);
    state = { ...state, filledTo: String(to), filled: Math.min(companies, state.filled + rangeCompanies) };
    await ctx.saveCheckpoint(state);
    progress(state.filled / companies, { companies: state.filled });
  }
  await warehouse.command(dropFiller(tables, warehouse.topology), { lane: 'jobs', signal: ctx.signal });
  const [filled] = await warehouse.rows(countFilled(tables), filledRow, statement);
  if (filled === undefined || filled.dataset !== filled.stored || filled.dataset > companies) {
    throw new Error(
      `The dataset of ${clientName} has ${companies} members, but ${JSON.stringify(filled)} rows were written`,
    );
  }
  refuseUnexplainedLoss(build, companies - filled.dataset);
  const [plain] = await warehouse.rows(findPlainColumns(tables, { columns: computed }), flagsRow, statement);
  const [words] = await warehouse.rows(findWordIndexes(tables, { columns: computed }), flagsRow, statement);
  const [head] = await warehouse.rows(findHeadScore(tables), headRow, statement);
  const columns = schema.columns.map((column) => ({
    ...column,
    ...(computed.includes(column)
      ? {
          isFoldedLower: plain?.[column.fieldName] ?? false,
          usesWordIndex: words?.[column.fieldName] ?? false,
        }
      : {}),
  }));
  const searchUsesWordIndex = words?.__search ?? false;
  return {
    state: { ...state, filled: filled.dataset },
    schema: { columns, searchUsesWordIndex, hasDomainHash: true, headScore: head?.score },
  };

  async function countOf(query: Parameters<typeof warehouse.rows>[0]): Promise<number> {
    const [row] = await warehouse.rows(query, countRow, statement);
    return row?.companies ?? 0;
  }
}

/** Kept columns are copied as they are read; only computed columns and the parts of the score take memory. */
function companiesPerRange({ kept }: Build, computed: number): number {
  return kept === null
    ? Math.min(MAX_RANGE_COMPANIES, Math.ceil(RANGE_VALUES / computed))
    : Math.min(MAX_KEPT_COMPANIES, Math.ceil(RANGE_VALUES / (computed + SCORE_PARTS)));
}

/** Removes the rows of a range that a killed run did not finish. */
async function removeUnfinished(
  ctx: JobContext,
  tables: ReturnType<typeof datasetTables>,
  filledTo: bigint,
): Promise<void> {
  const { topology } = ctx.warehouse;
  const options = { lane: 'jobs', signal: ctx.signal, settings: { mutations_sync: 2 } } as const;
  const of = (name: string) => localTable(topology, { database: tables.database, name });
  await ctx.warehouse.command(
    sql`ALTER TABLE ${of(tables.dataset)}${onCluster(topology)} DELETE WHERE __company_id > ${uint(filledTo)}`,
    options,
  );
  await ctx.warehouse.command(
    sql`ALTER TABLE ${of(tables.rows)}${onCluster(topology)} DELETE WHERE company_id > ${uint(filledTo)}`,
    options,
  );
}
