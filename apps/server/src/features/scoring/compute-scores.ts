import { dropTable, ident, type Lane, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import type { ScoringRule } from '@quarry/contracts';
import { InvalidFilterError } from '@quarry/filters';
import { brokenFields, isTooLarge } from '#server/features/datasets/broken-rules.ts';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import { withoutMerges } from '#server/features/tags/without-merges.ts';
import {
  addScoreColumns,
  createScratch,
  endUnfinishedScores,
  fillScratch,
  lookedUp,
  type ScoredTable,
  type ScoreValues,
  setScores,
} from './compute-scores.sql.ts';
import { scoreOf } from './scores.sql.ts';
import type { ScoringConfigRow } from './scoring-config.ts';

/** The result for one scoring field. */
export interface ComputedScore {
  readonly id: string;
  /** The revision that was computed, and its rules. */
  readonly revision: number;
  readonly rules: readonly ScoringRule[];
  /** The table has its scores. */
  readonly isStored: boolean;
  /** Why the rules could not be computed; the scores are then those from before. */
  readonly problem: string | null;
}

/** Where scores are computed. */
export interface ScoringContext {
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly dataset: Dataset;
  readonly table: ScoredTable;
  /** Beside it, for the scores on their way. */
  readonly scratch: ScoredTable;
  /** The fields that have scores from before, for rules that can't be computed, and the table of these if it is another. */
  readonly last: { readonly fieldNames: ReadonlySet<string>; readonly table: Sql | null };
  /** Called before new scores are written over those that readers see. */
  readonly beforeWrite?: (values: readonly ScoreValues[]) => Promise<void>;
}

/** Scoring fields per statement, which bounds the memory of their scores. */
const BATCH_SIZE = 5;

/** Computes the scores of every company and writes them into the table. A field that fails keeps its earlier scores. */
export async function computeScores(
  context: ScoringContext,
  configs: readonly ScoringConfigRow[],
): Promise<ComputedScore[]> {
  const { warehouse, table, lane } = context;
  // One that a killed attempt left running would write old scores over new ones.
  await warehouse.command(endUnfinishedScores(table, warehouse.topology), { lane });
  const computed: ComputedScore[] = [];
  for (let at = 0; at < configs.length; at += BATCH_SIZE) {
    computed.push(...(await computeBatch(context, configs.slice(at, at + BATCH_SIZE))));
  }
  return computed;
}

async function computeBatch(context: ScoringContext, configs: readonly ScoringConfigRow[]): Promise<ComputedScore[]> {
  const computed: ComputedScore[] = [];
  const compiled: CompiledScore[] = [];
  for (const config of configs) {
    const value = compile(context.dataset, config);
    if (typeof value === 'string') computed.push(await keepScores(context, config, value));
    else compiled.push({ config, value });
  }
  computed.push(...(await writeEach(context, compiled)));
  return computed;
}

/** The score of a company, or the reason why the rules don't compile. */
function compile(dataset: Dataset, { rules }: ScoringConfigRow): Sql | string {
  try {
    return scoreOf(withoutIndexes(dataset), rules);
  } catch (error) {
    if (!(error instanceof InvalidFilterError)) throw error;
    return `The rules can no longer be computed because of ${brokenFields(rules, error)}. The scores stay as they were.`;
  }
}

const TOO_LARGE = 'The rules are too many to be computed. The scores stay as they were.';

interface CompiledScore {
  readonly config: ScoringConfigRow;
  readonly value: Sql;
}

/** Writes the scores of all; if that is too much for the engine, one after the other. */
async function writeEach(context: ScoringContext, compiled: readonly CompiledScore[]): Promise<ComputedScore[]> {
  if (compiled.length === 0) return [];
  const values = compiled.map(({ config, value }) => ({ fieldName: scoreFieldName(config.id), value }));
  try {
    // Also of excluded companies, which may come back.
    await writeScores(context, sql`${ident(context.table.database, context.table.name)}`, values);
  } catch (error) {
    if (!isTooLarge(error)) throw error;
    const [first] = compiled;
    if (compiled.length === 1 && first !== undefined) return [await keepScores(context, first.config, TOO_LARGE)];
    const computed: ComputedScore[] = [];
    for (const one of compiled) computed.push(...(await writeEach(context, [one])));
    return computed;
  }
  return compiled.map(({ config: { id, revision, rules } }) => ({
    id,
    revision,
    rules,
    isStored: true,
    problem: null,
  }));
}

/** Copies the earlier scores, if there are any. */
async function keepScores(
  context: ScoringContext,
  { id, revision, rules }: ScoringConfigRow,
  problem: string,
): Promise<ComputedScore> {
  const fieldName = scoreFieldName(id);
  const { last } = context;
  const isStored = last.fieldNames.has(fieldName);
  if (isStored && last.table !== null) {
    await writeScores(context, last.table, [{ fieldName, value: sql`${ident(fieldName)}` }]);
  }
  return { id, revision, rules, isStored, problem };
}

/**
 * Computes the scores with every core into a table in memory, from which a mutation then copies them: a mutation reads
 * each part with one thread, and the engine repeats one that fails forever.
 */
async function writeScores(context: ScoringContext, from: Sql, values: readonly ScoreValues[]): Promise<void> {
  const { warehouse, table, scratch, lane, signal } = context;
  const { topology } = warehouse;
  const fieldNames = values.map(({ fieldName }) => fieldName);
  for (const statement of addScoreColumns(table, fieldNames, topology)) await warehouse.command(statement, { lane });
  // The other nodes of a cluster don't have the table in memory, so there the mutation computes.
  if (topology.kind === 'cluster') return change(context, values);
  await dropTable(warehouse, scratch);
  await warehouse.command(createScratch(scratch, fieldNames), { lane });
  try {
    await warehouse.command(fillScratch(scratch, from, values), { lane, signal });
    await change(
      context,
      fieldNames.map((fieldName) => ({ fieldName, value: lookedUp(scratch, fieldName) })),
    );
  } finally {
    await dropTable(warehouse, scratch);
  }
}

async function change(context: ScoringContext, values: readonly ScoreValues[]): Promise<void> {
  const { warehouse, table, lane, signal } = context;
  await context.beforeWrite?.(values);
  try {
    await withoutMerges(context, () =>
      warehouse.command(setScores(table, values, warehouse.topology), { lane, signal }),
    );
  } catch (error) {
    // The engine continues a mutation that is no longer awaited.
    await warehouse.command(endUnfinishedScores(table, warehouse.topology), { lane });
    throw error;
  }
}
