import { and, eq, isNotNull, type Transaction } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { personaUpkeep } from '#server/features/segments/personas/upkeep/persona-upkeep.ts';
import { segmentUpdate } from '#server/features/segments/update-segments.ts';
import { defineJob, type Jobs } from '#server/platform/jobs/jobs.ts';
import { beginAutoSyncs } from './begin-auto-syncs.ts';

/** Starts the day's auto-syncs once the contacts of segments are settled, so that they tell of the day's changes. */
export const integrationAutoSyncs = defineJob({
  type: 'integration-auto-syncs',
  input: z.object({}),
  concurrency: 'per-client',
  timeoutMs: 60_000,
  waitsFor: [segmentUpdate.type, personaUpkeep.type],
  async run(ctx) {
    const { clientId } = ctx;
    if (clientId === null) throw new Error('Auto-syncs need a client');
    await ctx.db.asClient(clientId, async (tx) => {
      await ctx.saveCheckpoint(null, tx);
      await beginAutoSyncs(tx, ctx, clientId);
    });
  },
});

/** To be called in the transaction that shows the companies of a build. */
export async function requestAutoSyncs(tx: Transaction, queue: Pick<Jobs, 'enqueue'>, clientId: string): Promise<void> {
  const isConnected = and(eq(integrations.clientId, clientId), isNotNull(integrations.encryptedCredentials));
  const connected = await tx.$count(integrations, isConnected);
  if (connected > 0) await queue.enqueue(tx, integrationAutoSyncs, clientId, {}, { singletonKey: 'all' });
}
