import type * as contracts from '@quarry/contracts';
import { AppError, type FieldValue, fieldValue, type OutputOf, SCORE_HISTORY_CHANGES } from '@quarry/contracts';
import { and, desc, eq } from '@quarry/postgres';
import { scoreRecalculations } from '@quarry/postgres/tables/scoring';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { type RuleChange, ruleChange } from './history/compare-rules.ts';
import { changesOf, findCompany, UNKNOWN } from './history/history.sql.ts';
import { findScoringConfig, readScoringConfigs } from './scoring-config.ts';

type Change = OutputOf<typeof contracts.getScoreHistory>['changes'][number];
type MovedRule = Change['rules'][number];

const changeRow = z.object({
  number: z.coerce.number(),
  before: z.number(),
  after: z.number(),
  places: z.array(z.number()),
  was_met: z.array(z.number()),
  is_met: z.array(z.number()),
  values_before: z.array(z.string()),
  values_after: z.array(z.string()),
});
type ChangeRow = z.infer<typeof changeRow>;

/** The last changes of a company's score. Throws NOT_FOUND. */
export const getScoreHistory: Verb<typeof contracts.getScoreHistory> = async (scope, input) => {
  const { scoringConfigId, companyId } = input;
  const recalculations = await scope.read(async (tx) => {
    findScoringConfig(await readScoringConfigs(tx, scope.client.id), scoringConfigId);
    return tx
      .select()
      .from(scoreRecalculations)
      .where(and(eq(scoreRecalculations.scoringConfigId, scoringConfigId), eq(scoreRecalculations.status, 'Done')))
      .orderBy(desc(scoreRecalculations.number));
  });
  const dataset = await openDataset(scope);
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const known = await scope.warehouse.rows(findCompany(dataset, companyId), z.object({ id: z.string() }), options);
  if (known.length === 0) throw new AppError('NOT_FOUND', 'This company is not in the dataset.', { companyId });
  // Before the first change there is no table.
  if (recalculations.length === 0) return { changes: [] };
  const byNumber = new Map(recalculations.map((each) => [each.number, each]));
  const statement = changesOf(scope.client.name, companyId, [...byNumber.keys()], SCORE_HISTORY_CHANGES);
  const changes = (await scope.warehouse.rows(statement, changeRow, options)).flatMap((row): Change[] => {
    const recalculation = byNumber.get(row.number);
    if (recalculation === undefined) return [];
    const { reason, startedAt } = recalculation;
    const { before, after } = row;
    const rules = movedRules(z.array(ruleChange).parse(recalculation.rules), row);
    return [{ at: startedAt.toISOString(), reason, before, after, rules }];
  });
  return { changes };
};

function movedRules(rules: readonly RuleChange[], row: ChangeRow): MovedRule[] {
  const moved = row.places.flatMap((place, at): MovedRule[] => {
    const change = rules[place - 1];
    if (change === undefined) return [];
    const wasMet = row.was_met[at];
    return [
      {
        rule: change.rule,
        pointsBefore: wasMet === UNKNOWN ? null : wasMet === 1 ? change.pointsBefore : 0,
        pointsAfter: row.is_met[at] === 1 ? change.pointsAfter : 0,
        values: valuesOf(row.values_before[at], row.values_after[at]),
      },
    ];
  });
  return completed(moved, row.after - row.before).toSorted((one, other) => weightOf(other) - weightOf(one));
}

/** What is missing to the whole change is due to the only rule of which nobody knows what it gave before. */
function completed(moved: readonly MovedRule[], total: number): MovedRule[] {
  if (moved.filter(({ pointsBefore }) => pointsBefore === null).length !== 1) return [...moved];
  const known = moved.reduce(
    (sum, each) => sum + (each.pointsBefore === null ? 0 : each.pointsAfter - each.pointsBefore),
    0,
  );
  return moved.map((each) =>
    each.pointsBefore === null ? { ...each, pointsBefore: each.pointsAfter - (total - known) } : each,
  );
}

const weightOf = ({ pointsBefore, pointsAfter }: MovedRule) =>
  pointsBefore === null ? 0 : Math.abs(pointsAfter - pointsBefore);

function valuesOf(before: string | undefined, after: string | undefined): MovedRule['values'] {
  if (before === undefined || after === undefined || before === '' || after === '') return null;
  return { before: readValue(before), after: readValue(after) };
}

/** Empty texts are null, as in the rows of companies. */
function readValue(json: string): FieldValue {
  const value = fieldValue.parse(JSON.parse(json));
  return value === '' ? null : value;
}
