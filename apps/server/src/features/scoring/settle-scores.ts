import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import type { ComputedScore } from './compute-scores.ts';
import { configOf } from './scoring-config.ts';

/**
 * Saves the results for a version. A field that was edited in between keeps waiting, but readers see what the version
 * has. The transaction must hold the client's row.
 */
export async function settleScores(
  tx: Transaction,
  clientId: string,
  version: number,
  computed: readonly ComputedScore[],
): Promise<void> {
  for (const { id, revision, isStored, problem } of computed) {
    await tx
      .update(scoringConfigs)
      .set({
        computedVersion: isStored ? version : null,
        processingStatus: sql`case when ${scoringConfigs.revision} = ${revision} then 'Fresh' else ${scoringConfigs.processingStatus} end`,
        problem: sql`case when ${scoringConfigs.revision} = ${revision} then ${problem} else ${scoringConfigs.problem} end`,
      })
      .where(configOf(clientId, id));
  }
  await scoresChanged(tx, clientId);
}

/** Readers see other columns, names and another order from their next call on. */
export async function scoresChanged(tx: Transaction, clientId: string): Promise<void> {
  await tx
    .update(clients)
    .set({ derivedRevision: sql`${clients.derivedRevision} + 1` })
    .where(eq(clients.id, clientId));
}
