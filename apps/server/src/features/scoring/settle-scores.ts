import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { scoringConfigs } from '@quarry/postgres/tables/scoring';
import type { ComputedScore } from './compute-scores.ts';
import type { RecordedChanges } from './history/record-changes.ts';
import { settleChanges } from './history/settle-changes.ts';
import { configOf } from './scoring-config.ts';

/**
 * Saves the results for a version. A field that was edited in between keeps waiting, but readers see what the version
 * has. The transaction must hold the client's row.
 */
export async function settleScores(
  tx: Transaction,
  client: { readonly id: string; readonly name: string },
  version: number,
  computed: readonly ComputedScore[],
  recorded: readonly RecordedChanges[],
): Promise<void> {
  const clientId = client.id;
  for (const { id, revision, rules, isStored, problem } of computed) {
    await tx
      .update(scoringConfigs)
      .set({
        computedVersion: isStored ? version : null,
        // With a problem, the version has the scores of the rules from before.
        ...(isStored && problem === null ? { computedRules: rules } : {}),
        processingStatus: sql`case when ${scoringConfigs.revision} = ${revision} then 'Fresh' else ${scoringConfigs.processingStatus} end`,
        problem: sql`case when ${scoringConfigs.revision} = ${revision} then ${problem} else ${scoringConfigs.problem} end`,
      })
      .where(configOf(clientId, id));
  }
  await settleChanges(tx, client, recorded);
  await scoresChanged(tx, clientId);
}

/** Readers see other columns, names and another order from their next call on. */
export async function scoresChanged(tx: Transaction, clientId: string): Promise<void> {
  await tx
    .update(clients)
    .set({ derivedRevision: sql`${clients.derivedRevision} + 1` })
    .where(eq(clients.id, clientId));
}
