import { AppError, type ScoringConfig, type ScoringRule, scoringRules } from '@quarry/contracts';
import { and, asc, eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { type NamedNode, nodesInRules, scoreRef } from '#server/features/datasets/derived-nodes.ts';
import { scoreFieldName } from '#server/features/datasets/scores.ts';

/** A row of `scoring_configs` with its rules. */
export type ScoringConfigRow = Omit<typeof scoringConfigs.$inferSelect, 'rules' | 'computedRules'> & {
  readonly rules: readonly ScoringRule[];
  readonly computedRules: readonly ScoringRule[] | null;
};

export function readScoringRow(row: typeof scoringConfigs.$inferSelect): ScoringConfigRow {
  return {
    ...row,
    rules: scoringRules.parse(row.rules),
    computedRules: row.computedRules === null ? null : scoringRules.parse(row.computedRules),
  };
}

/** The client's scoring fields, oldest first. */
export async function readScoringConfigs(tx: Transaction, clientId: string): Promise<ScoringConfigRow[]> {
  const rows = await tx
    .select()
    .from(scoringConfigs)
    .where(eq(scoringConfigs.clientId, clientId))
    .orderBy(asc(scoringConfigs.createdAt), asc(scoringConfigs.id));
  return rows.map(readScoringRow);
}

/** Throws NOT_FOUND. */
export function findScoringConfig(all: readonly ScoringConfigRow[], id: string): ScoringConfigRow {
  const found = all.find((config) => config.id === id);
  if (found === undefined) throw new AppError('NOT_FOUND', 'There is no such scoring field.', { id });
  return found;
}

/** A scoring field as the API describes it. */
export function toScoringConfig(row: ScoringConfigRow): ScoringConfig {
  const { id, name, isDefault, processingStatus, problem, createdBy } = row;
  return {
    id,
    name,
    fieldName: scoreFieldName(id),
    isDefault,
    rules: [...row.rules],
    processingStatus,
    problem,
    associatedScoringAnalysisReportId: row.associatedReportId,
    createdAt: row.createdAt.toISOString(),
    createdBy,
    lastModifiedAt: row.lastModifiedAt.toISOString(),
  };
}

/** Matches the row of one of the client's scoring fields. */
export const configOf = (clientId: string, id: string) =>
  and(eq(scoringConfigs.clientId, clientId), eq(scoringConfigs.id, id));

/** A scoring field as a node of the dependency graph. */
export function scoreNode({ id, name, rules }: Pick<ScoringConfigRow, 'id' | 'name' | 'rules'>): NamedNode {
  return { ...scoreRef(scoreFieldName(id)), name, uses: nodesInRules(rules) };
}

/** Reads the client's scoring fields and keeps others from changing them until the transaction ends. */
export async function lockScoringConfigs(tx: Transaction, clientId: string): Promise<ScoringConfigRow[]> {
  await tx.select({ id: clients.id }).from(clients).where(eq(clients.id, clientId)).for('update');
  return readScoringConfigs(tx, clientId);
}
