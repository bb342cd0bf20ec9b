import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import { ensureWaiting } from '#server/platform/jobs/ensure-waiting.ts';
import type { Jobs } from '#server/platform/jobs/jobs.ts';
import { type DerivedRef, usersOf } from './dependencies.ts';
import { readDerivedNodes } from './derived-nodes.ts';
import { scoreJob } from './score-job.ts';
import { scoreFieldName } from './scores.ts';

/**
 * Requests the scores that use tags, segments or scores which changed. The transaction must hold the lock on the client's
 * row.
 */
export async function refreshScoresUsing(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  changed: readonly DerivedRef[],
): Promise<void> {
  if (changed.length === 0) return;
  const all = await readDerivedNodes(tx, clientId);
  const users = changed.flatMap((ref) => usersOf(all, ref).filter(({ kind }) => kind === 'score'));
  if (users.length === 0) return;
  const configs = await tx
    .select({ id: scoringConfigs.id })
    .from(scoringConfigs)
    .where(eq(scoringConfigs.clientId, clientId));
  const fieldNames = new Set(users.map(({ id }) => id));
  const ids = configs.flatMap(({ id }) => (fieldNames.has(scoreFieldName(id)) ? [id] : []));
  await outdateScores(tx, clientId, ids);
  await requestScores(tx, queue, clientId, 'dependencies');
}

/** Marks these scoring fields to be computed again. */
export async function outdateScores(tx: Transaction, clientId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(scoringConfigs)
    .set({ revision: sql`${scoringConfigs.revision} + 1`, processingStatus: 'Waiting' })
    .where(and(eq(scoringConfigs.clientId, clientId), inArray(scoringConfigs.id, [...ids])));
}

/**
 * Ensures that the client's scores are computed after this transaction commits: by a waiting job, or by a new one behind
 * the running one. The transaction must hold the lock on the client's row.
 */
export async function requestScores(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  requestedBy: string,
): Promise<void> {
  await ensureWaiting(tx, queue, scoreJob, clientId, requestedBy);
}
