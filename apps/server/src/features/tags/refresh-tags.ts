import { and, eq, ne, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { tags } from '@quarry/postgres/tables/tags';
import { z } from 'zod';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { findUnknownTag } from './derive-tags.sql.ts';
import { type Deriving, deriveTags, removeUnknownTags } from './derive-tags.ts';
import { settleTags } from './settle-tags.ts';
import { readTags, type TagRow } from './tag.ts';

/**
 * Finds the members of the account's tags that are not Fresh, and takes deleted tags from companies. It can be killed at
 * any moment; an edit in the meantime leads to another round.
 */
export const tagRefresh = defineJob({
  type: 'tag-refresh',
  input: z.object({}),
  concurrency: 'per-client',
  maxAttempts: 5,
  timeoutMs: 30 * 60_000,
  run: (ctx) => refreshTags(ctx),
});

/** What one round works on. */
interface Round {
  readonly version: number;
  readonly clientName: string;
  readonly dataset: Dataset;
  readonly due: readonly TagRow[];
  readonly known: ReadonlySet<string>;
}

/** The work of `tagRefresh`. */
export async function refreshTags(ctx: JobContext): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('Tags are refreshed for a client');
  for (;;) {
    ctx.throwIfCancelled();
    const round = await beginRound(ctx, clientId);
    if (round === null) return;
    try {
      if (!(await runRound(ctx, clientId, round))) return;
    } catch (error) {
      // A build may have swapped the version away; then its table can be gone. The next round takes the new one.
      if (ctx.signal.aborted || !(await isReplaced(ctx, clientId, round.version))) throw error;
    }
  }
}

/** Takes what is not Fresh into work. Null before the first build. */
async function beginRound(ctx: JobContext, clientId: string): Promise<Round | null> {
  return ctx.db.asClient(clientId, async (tx) => {
    const [client] = await tx
      .select({ name: clients.name, version: clients.datasetVersion })
      .from(clients)
      .where(eq(clients.id, clientId));
    if (client === undefined || client.version === null) return null;
    await tx
      .update(tags)
      .set({ processingStatus: 'Running' })
      .where(and(eq(tags.clientId, clientId), ne(tags.processingStatus, 'Fresh')));
    const all = await readTags(tx, clientId);
    const dataset = await openDataset({
      client: { id: clientId, name: client.name, featureFlags: [], datasetVersion: String(client.version) },
      read: (query) => query(tx),
      caches: ctx.caches,
    });
    return {
      version: client.version,
      clientName: client.name,
      dataset,
      due: all.filter(({ processingStatus }) => processingStatus === 'Running'),
      known: new Set(all.map(({ id }) => id)),
    };
  });
}

/** Returns whether there may be more to do. */
async function runRound(ctx: JobContext, clientId: string, round: Round): Promise<boolean> {
  const deriving = derivingOf(ctx, round);
  if (round.due.length === 0) {
    const { warehouse, signal } = ctx;
    const unknown = findUnknownTag(round.dataset.table(), [...round.known]);
    const found = await warehouse.rows(unknown, z.object({ found: z.number() }), { lane: deriving.lane, signal });
    if (found.length > 0) await removeUnknownTags(deriving, round.known);
    return false;
  }
  const derived = await deriveTags(deriving, round.due, round.known);
  await ctx.db.asClient(clientId, async (tx) => {
    // Throws when the job has been taken over by another process.
    await ctx.saveCheckpoint(null, tx);
    if ((await currentVersion(tx, clientId)) === round.version) await settleTags(tx, clientId, derived);
  });
  return true;
}

/** People wait for it, so it does not wait for what builds do. */
function derivingOf(ctx: JobContext, { clientName, version, dataset, due }: Round): Deriving {
  const tables = datasetTables(clientName, version);
  let finished = 0;
  return {
    warehouse: ctx.warehouse,
    signal: ctx.signal,
    lane: 'analysis',
    dataset,
    table: { database: tables.database, name: tables.dataset },
    lastMembers: () => null,
    done(count) {
      finished += count;
      ctx.progress(finished / due.length, 'Finding the companies of tags', { tags: due.length });
    },
  };
}

async function isReplaced(ctx: JobContext, clientId: string, version: number): Promise<boolean> {
  return (await ctx.db.asClient(clientId, (tx) => currentVersion(tx, clientId))) !== version;
}

/** The version that readers see; no build swaps another one in until the transaction ends. */
async function currentVersion(tx: Transaction, clientId: string): Promise<number | null> {
  const [client] = await tx
    .select({ version: clients.datasetVersion })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for('share');
  return client?.version ?? null;
}
