import { eq, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas } from '@quarry/postgres/tables/personas';
import { segments } from '@quarry/postgres/tables/segments';
import { z } from 'zod';
import { defineJob, type JobContext, type Jobs } from '#server/platform/jobs/jobs.ts';
import { openProvider } from '../people/open-provider.ts';
import { queueSearches } from './queue-searches.ts';
import { recheckSegment } from './recheck-segment.ts';
import { removeLeavers } from './remove-leavers.ts';
import { updateEmployments } from './update-employments.ts';
import { verifyAgain } from './verify-again.ts';

/**
 * Settles the contacts of segments whose companies changed, and searches companies that entered. Without segments, it is
 * the daily check of all contacts of the account. Every step can be repeated.
 */
export const personaUpkeep = defineJob({
  type: 'persona-upkeep',
  input: z.object({ segmentIds: z.array(z.string()).nullable() }),
  concurrency: 'per-client',
  maxAttempts: 5,
  timeoutMs: 2 * 3_600_000,
  run: (ctx, { segmentIds }) => keepUp(ctx, segmentIds),
});

/** To be called in the transaction that shows new companies of these segments. */
export async function onSegmentsChanged(
  tx: Transaction,
  queue: Pick<Jobs, 'enqueue'>,
  clientId: string,
  segmentIds: readonly string[],
): Promise<void> {
  if (segmentIds.length > 0) await queue.enqueue(tx, personaUpkeep, clientId, { segmentIds: [...segmentIds] });
}

/** To be called in the transaction that shows a new version of the dataset: the daily check of the account's contacts. */
export async function recheckContacts(tx: Transaction, queue: Pick<Jobs, 'enqueue'>, clientId: string): Promise<void> {
  const ofClient = eq(contacts.clientId, clientId);
  const [some] = await tx.select({ id: contacts.contactId }).from(contacts).where(ofClient).limit(1);
  const hasPersonas = (await tx.$count(personas, eq(personas.clientId, clientId))) > 0;
  if (some !== undefined || hasPersonas) await queue.enqueue(tx, personaUpkeep, clientId, { segmentIds: null });
}

async function keepUp(ctx: JobContext, segmentIds: readonly string[] | null): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('The upkeep of personas needs a client');
  const isDaily = segmentIds === null;
  if (isDaily) {
    await updateEmployments(ctx, clientId);
    await verifyAgain(ctx, clientId, openProvider(ctx));
  }
  const all = await ctx.db.asClient(
    clientId,
    (tx) =>
      tx
        .select({ id: segments.id, isDynamic: segments.isDynamic })
        .from(segments)
        .where(eq(segments.clientId, clientId)),
    { readOnly: true },
  );
  for (const { id, isDynamic } of all) {
    if (segmentIds !== null && !segmentIds.includes(id)) continue;
    ctx.throwIfCancelled();
    await removeLeavers(ctx, clientId, id);
    if (isDaily && isDynamic) await recheckSegment(ctx, clientId, id);
    await queueSearches(ctx, clientId, id);
  }
}
