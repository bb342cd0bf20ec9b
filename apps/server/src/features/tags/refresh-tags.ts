import { and, eq, ne, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { tags } from '@quarry/postgres/tables/tags';
import { z } from 'zod';
import { type Dataset, openDataset } from '#server/features/datasets/dataset.ts';
import { tagRef } from '#server/features/datasets/derived-nodes.ts';
import { refreshScoresUsing } from '#server/features/datasets/request-scores.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { findUnknownTag } from './derive-tags.sql.ts';
import { type DeriveContext, deriveTags, removeUnknownTags } from './derive-tags.ts';
import { settleTags } from './settle-tags.ts';
import { readTags, type TagRow } from './tag.ts';

/**
 * Finds the members of the client's tags that are not Fresh and removes deleted tags from companies. It can be killed
 * at any moment; an edit during the run leads to another round.
 */
export const tagRefresh = defineJob({
  type: 'tag-refresh',
  input: z.object({}),
  concurrency: 'per-client',
  maxAttempts: 5,
  timeoutMs: 30 * 60_000,
  run: (ctx) => refreshTags(ctx),
});

interface Round {
  readonly version: number;
  readonly clientName: string;
  readonly dataset: Dataset;
  readonly due: readonly TagRow[];
  readonly known: ReadonlySet<string>;
}

export async function refreshTags(ctx: JobContext): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('A tag refresh needs a client');
  for (;;) {
    ctx.throwIfCancelled();
    const round = await beginRound(ctx, clientId);
    if (round === null) return;
    try {
      if (!(await runRound(ctx, clientId, round))) return;
    } catch (error) {
      // A build may have replaced the version and dropped its table. The next round uses the new version.
      if (ctx.signal.aborted || !(await isReplaced(ctx, clientId, round.version))) throw error;
    }
  }
}

/** Marks all tags that are not Fresh as Running. Null before the first build. */
async function beginRound(ctx: JobContext, clientId: string): Promise<Round | null> {
  return ctx.db.asClient(clientId, async (tx) => {
    const [client] = await tx
      .select({
        name: clients.name,
        version: clients.datasetVersion,
        exclusionsRevision: clients.exclusionsRevision,
        derivedRevision: clients.derivedRevision,
      })
      .from(clients)
      .where(eq(clients.id, clientId));
    if (client === undefined || client.version === null) return null;
    await tx
      .update(tags)
      .set({ processingStatus: 'Running' })
      .where(and(eq(tags.clientId, clientId), ne(tags.processingStatus, 'Fresh')));
    const all = await readTags(tx, clientId);
    const dataset = await openDataset({
      client: {
        id: clientId,
        name: client.name,
        featureFlags: [],
        datasetVersion: String(client.version),
        exclusionsRevision: client.exclusionsRevision,
        derivedRevision: client.derivedRevision,
      },
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

/** Returns true if another round may be needed. */
async function runRound(ctx: JobContext, clientId: string, round: Round): Promise<boolean> {
  const context = contextOf(ctx, round);
  if (round.due.length === 0) {
    const { warehouse, signal } = ctx;
    const unknown = findUnknownTag(round.dataset.table(), [...round.known]);
    const found = await warehouse.rows(unknown, z.object({ found: z.number() }), { lane: context.lane, signal });
    if (found.length > 0) await removeUnknownTags(context, round.known);
    return false;
  }
  const derived = await deriveTags(context, round.due, round.known);
  await ctx.db.asClient(clientId, async (tx) => {
    // Throws if another worker took the job over.
    await ctx.saveCheckpoint(null, tx);
    if ((await currentVersion(tx, clientId)) !== round.version) return;
    await settleTags(tx, clientId, derived);
    await refreshScoresUsing(
      tx,
      ctx,
      clientId,
      derived.map(({ id }) => tagRef(id)),
    );
  });
  return true;
}

function contextOf(ctx: JobContext, { clientName, version, dataset, due }: Round): DeriveContext {
  const tables = datasetTables(clientName, version);
  let finished = 0;
  return {
    warehouse: ctx.warehouse,
    signal: ctx.signal,
    // People wait for it, so it must not queue behind builds.
    lane: 'analysis',
    dataset,
    table: { database: tables.database, name: tables.dataset },
    lastMembers: () => null,
    done(count) {
      finished += count;
      ctx.progress(finished / due.length, 'Evaluating tags', { tags: due.length });
    },
  };
}

async function isReplaced(ctx: JobContext, clientId: string, version: number): Promise<boolean> {
  return (await ctx.db.asClient(clientId, (tx) => currentVersion(tx, clientId))) !== version;
}

/** Locks the current version: no build swaps in another one until the transaction ends. */
async function currentVersion(tx: Transaction, clientId: string): Promise<number | null> {
  const [client] = await tx
    .select({ version: clients.datasetVersion })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for('update');
  return client?.version ?? null;
}
