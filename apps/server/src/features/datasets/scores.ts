import { ident, volatile } from '@quarry/clickhouse';
import { and, desc, eq, type Transaction } from '@quarry/postgres';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import type { DatasetColumn } from './table.ts';

/** A scoring field whose scores a version has. */
export interface ScoreField {
  readonly id: string;
  readonly fieldName: string;
  readonly name: string;
  readonly isDefault: boolean;
}

/** The column of a scoring field. */
export const scoreFieldName = (id: string): string => `score_${id.slice(0, 8)}`;

export const isScoreField = (fieldName: string): boolean => /^score_[0-9a-f]{8}$/.test(fieldName);

/** The type of the columns of scores. */
export const SCORE_TYPE = 'Int32';

/** The scoring fields whose scores a version has, newest first. */
export async function readScoreFields(tx: Transaction, clientId: string, version: number): Promise<ScoreField[]> {
  const rows = await tx
    .select({ id: scoringConfigs.id, name: scoringConfigs.name, isDefault: scoringConfigs.isDefault })
    .from(scoringConfigs)
    .where(and(eq(scoringConfigs.clientId, clientId), eq(scoringConfigs.computedVersion, version)))
    .orderBy(desc(scoringConfigs.createdAt), desc(scoringConfigs.id));
  return rows.map((row) => ({ ...row, fieldName: scoreFieldName(row.id) }));
}

/** The columns of a dataset with those of its scores, whose values change while the rows stay the same. */
export function withScores(
  columns: ReadonlyMap<string, DatasetColumn>,
  scores: readonly ScoreField[],
): ReadonlyMap<string, DatasetColumn> {
  const added = scores.map(({ fieldName, name }): DatasetColumn => {
    const value = volatile(ident(fieldName));
    return {
      fieldName,
      displayName: name,
      type: 'Number',
      value,
      sortKey: value,
      hasDistinctItems: false,
      isDomain: false,
    };
  });
  return new Map([...columns, ...added.map((column) => [column.fieldName, column] as const)]);
}
