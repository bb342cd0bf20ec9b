import { createTable, ident, type Lane, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import type { ScoringRule } from '@quarry/contracts';
import { isOperator, operatorInfo } from '@quarry/filters';
import { and, type Database, eq } from '@quarry/postgres';
import { scoreRecalculations } from '@quarry/postgres/tables/scoring';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { nodesInRules } from '#server/features/datasets/derived-nodes.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';
import type { ScoringConfigRow } from '../scoring-config.ts';
import { areSameRules, compareRules, type RuleChange } from './compare-rules.ts';
import {
  type ComparedRule,
  conditionOn,
  countChanges,
  countChangesBetween,
  type NewRecalculation,
  scoresBefore,
  writeChanges,
  writeChangesBetween,
} from './history.sql.ts';
import { scoreHistoryTable } from './history-table.ts';

/** Where the changes of a client's scores are recorded. */
export interface HistoryContext {
  readonly db: Database;
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly clientId: string;
  readonly clientName: string;
  /** The version that has the scores before, as readers see it. */
  readonly earlier: Dataset;
  /** Its table, also with excluded companies, which may come back. */
  readonly table: Sql;
}

/** The recalculation of a field that was written; null if no score changed. */
export interface RecordedChanges {
  readonly scoringConfigId: string;
  readonly number: number | null;
}

/** Companies whose rules and values are compared at once, which bounds the memory of their values. */
const COMPANIES_PER_STATEMENT = 20_000;

const countRow = z.object({ __changes: z.number() });

/**
 * Records the changes between the scores that a version has and those that are about to be written over them. A field
 * without scores from before has no changes.
 */
export async function recordChanges(
  context: HistoryContext,
  config: ScoringConfigRow,
  after: Sql,
): Promise<RecordedChanges> {
  const { earlier, warehouse, lane, signal } = context;
  const before = await readBefore(context, config);
  if (before === null) return { scoringConfigId: config.id, number: null };
  const [counted] = await warehouse.rows(countChanges(before, after), countRow, { lane, signal });
  const isKnown = (change: RuleChange) => isKnownOnSameRows(earlier, change);
  const moving = rulesOf(config, isKnown).filter(
    ({ isKnownBefore, pointsBefore, pointsAfter }) => !isKnownBefore || pointsBefore !== pointsAfter,
  );
  return record(
    context,
    config,
    { changes: counted?.__changes ?? 0, rules: moving, isOtherVersion: false },
    (written) => warehouse.command(writeChanges(written, earlier, before, after), { lane, signal }),
  );
}

/** Records the changes between the scores of the version that readers see and those of a new one. */
export async function recordChangesBetween(
  context: HistoryContext,
  later: Dataset,
  config: ScoringConfigRow,
): Promise<RecordedChanges> {
  const { earlier, warehouse, lane, signal } = context;
  const before = await readBefore(context, config);
  if (before === null) return { scoringConfigId: config.id, number: null };
  const versions = { earlier, before, later, score: sql`${ident(scoreFieldName(config.id))}` };
  const [counted] = await warehouse.rows(countChangesBetween(versions), countRow, { lane, signal });
  const changes = counted?.__changes ?? 0;
  const rules = rulesOf(config, (change) => isKnownOnRows(earlier, change));
  const shares = Math.max(1, Math.ceil(changes / COMPANIES_PER_STATEMENT));
  return record(context, config, { changes, rules, isOtherVersion: true }, async (written) => {
    for (let share = 0; share < shares; share++) {
      await warehouse.command(writeChangesBetween(written, versions, { share, shares }), { lane, signal });
    }
  });
}

/** The companies with the scores that readers saw last; null if they saw none. */
async function readBefore(
  { db, clientId, clientName, earlier, table }: HistoryContext,
  config: ScoringConfigRow,
): Promise<Sql | null> {
  const fieldName = scoreFieldName(config.id);
  if (!earlier.scores.some((field) => field.fieldName === fieldName)) return null;
  const unseen = await db.asClient(clientId, (tx) =>
    tx
      .select({ number: scoreRecalculations.number })
      .from(scoreRecalculations)
      .where(
        and(
          eq(scoreRecalculations.scoringConfigId, config.id),
          eq(scoreRecalculations.version, Number(earlier.version)),
          eq(scoreRecalculations.status, 'Writing'),
        ),
      ),
  );
  const numbers = unseen.map(({ number }) => number);
  return scoresBefore(clientName, table, sql`${ident(fieldName)}`, numbers);
}

/** The rules before and after; none if nobody knows those before. */
function rulesOf(config: ScoringConfigRow, isKnown: (change: RuleChange) => boolean): ComparedRule[] {
  if (config.computedRules === null) return [];
  return compareRules(config.computedRules, config.rules)
    .filter(({ pointsBefore, pointsAfter }) => pointsBefore !== 0 || pointsAfter !== 0)
    .map((change) => ({ ...change, isKnownBefore: change.pointsBefore === 0 || isKnown(change) }));
}

/** The rows of a version tell what rules on them said, unless the day decides. */
function isKnownOnRows(dataset: Dataset, change: RuleChange): boolean {
  const { operator } = change.rule;
  const isAboutToday = isOperator(operator) && operatorInfo(operator).valueKind === 'relativeDate';
  return !isAboutToday && conditionOn(dataset, change) !== null;
}

/** In the same version, the tags, segments and scores of companies may have been others. */
function isKnownOnSameRows(dataset: Dataset, change: RuleChange): boolean {
  return nodesInRules([change.rule]).length === 0 && isKnownOnRows(dataset, change);
}

/** PostgreSQL knows of a recalculation before the first of its rows is written, so that what a killed one left is found. */
async function record(
  { db, warehouse, clientId, clientName, earlier }: HistoryContext,
  config: ScoringConfigRow,
  found: { readonly changes: number; readonly rules: readonly ComparedRule[]; readonly isOtherVersion: boolean },
  write: (recalculation: NewRecalculation) => Promise<void>,
): Promise<RecordedChanges> {
  const { changes, rules, isOtherVersion } = found;
  if (changes === 0) return { scoringConfigId: config.id, number: null };
  await createTable(warehouse, scoreHistoryTable(clientName));
  const [row] = await db.asClient(clientId, (tx) =>
    tx
      .insert(scoreRecalculations)
      .values({
        clientId,
        scoringConfigId: config.id,
        version: Number(earlier.version),
        reason: reasonOf(config.computedRules, config.rules, isOtherVersion),
        rules: rules.map(({ rule, pointsBefore, pointsAfter }) => ({ rule, pointsBefore, pointsAfter })),
        changes,
      })
      .returning({ number: scoreRecalculations.number, at: scoreRecalculations.startedAt }),
  );
  if (row === undefined) throw new Error(`The recalculation of ${config.name} was not recorded`);
  await write({ clientName, number: row.number, at: row.at, rules });
  return { scoringConfigId: config.id, number: row.number };
}

function reasonOf(before: readonly ScoringRule[] | null, after: readonly ScoringRule[], isOtherVersion: boolean) {
  if (before !== null && areSameRules(before, after)) return 'data' as const;
  return isOtherVersion ? ('both' as const) : ('rules' as const);
}
