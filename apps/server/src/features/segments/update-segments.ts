import { setTimeout as sleep } from 'node:timers/promises';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { segments } from '@quarry/postgres/tables/segments';
import { tags } from '@quarry/postgres/tables/tags';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { type NamedNode, readDerivedNodes, segmentRef } from '#server/features/datasets/derived-nodes.ts';
import { refreshScoresUsing } from '#server/features/datasets/request-scores.ts';
import { refreshTagsUsing } from '#server/features/tags/refresh-tags-using.ts';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';
import { type ComputeContext, computeSegments, ensureMembersTable } from './compute-segments.ts';
import { onSegmentsChanged } from './personas/upkeep/persona-upkeep.ts';
import { lockClient, readSegmentRow, type SegmentRow } from './segment.ts';
import { settleSegments } from './settle-segments.ts';

/** How soon the job looks again whether the tags that a segment uses are ready. */
const TAGS_POLL_MS = 250;

/**
 * Computes the companies of the client's segments that were saved or refreshed, those that others use first. It can be
 * killed at any moment; a change during the run leads to another round.
 */
export const segmentUpdate = defineJob({
  type: 'segment-update',
  input: z.object({}),
  concurrency: 'per-client',
  maxAttempts: 5,
  timeoutMs: 30 * 60_000,
  run: (ctx) => updateSegments(ctx),
});

interface Round {
  readonly client: { readonly id: string; readonly name: string };
  readonly version: number;
  readonly context: ComputeContext;
  /** How many segments wait. */
  readonly due: number;
  /** Those of them whose tags and segments are ready. */
  readonly ready: readonly SegmentRow[];
}

export async function updateSegments(ctx: JobContext): Promise<void> {
  const { clientId } = ctx;
  if (clientId === null) throw new Error('An update of segments needs a client');
  let finished = 0;
  for (;;) {
    ctx.throwIfCancelled();
    const round = await beginRound(ctx, clientId);
    if (round === null || round.due === 0) return;
    if (round.ready.length === 0) {
      await sleep(TAGS_POLL_MS, undefined, { signal: ctx.signal });
      continue;
    }
    ctx.progress(finished / (finished + round.due), 'Finding companies', { segments: finished + round.due });
    try {
      await runRound(ctx, round);
      finished += round.ready.length;
    } catch (error) {
      // A build may have replaced the version and dropped its table. The next round uses the new version.
      const version = await ctx.db.asClient(clientId, (tx) => currentVersion(tx, clientId));
      if (ctx.signal.aborted || version === round.version) throw error;
    }
  }
}

/** Null before the first build. */
async function beginRound(ctx: JobContext, clientId: string): Promise<Round | null> {
  return ctx.db.asClient(clientId, async (tx) => {
    const [client] = await tx
      .select({
        id: clients.id,
        name: clients.name,
        version: clients.datasetVersion,
        exclusionsRevision: clients.exclusionsRevision,
        derivedRevision: clients.derivedRevision,
      })
      .from(clients)
      .where(eq(clients.id, clientId));
    if (client === undefined || client.version === null) return null;
    const waiting = await tx
      .select()
      .from(segments)
      .where(sql`${eq(segments.clientId, clientId)} and ${segments.revision} > ${segments.computedRevision}`);
    const due = waiting.map(readSegmentRow);
    const busy = await tx
      .select({ id: tags.id })
      .from(tags)
      .where(sql`${eq(tags.clientId, clientId)} and ${tags.processingStatus} <> 'Fresh'`);
    const unready = new Set([...due.map(keyOf), ...busy.map(({ id }) => `tag ${id}`)]);
    const all = await readDerivedNodes(tx, clientId);
    const { id, name, version } = client;
    const dataset = await openDataset({
      client: { ...client, featureFlags: [], datasetVersion: String(version) },
      read: (query) => query(tx),
      caches: ctx.caches,
    });
    // People wait for it, so it must not queue behind builds.
    const { warehouse, signal } = ctx;
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
    return {
      client: { id, name },
      version,
      context: { warehouse, signal, lane: 'analysis', clientName: name, dataset, at, isBuild: false },
      due: due.length,
      ready: due.filter((segment) => !usesAny(all, segment, unready)),
    };
  });
}

const keyOf = ({ kind, id }: { readonly kind: string; readonly id: string }): string => `${kind} ${id}`;

/** True if a segment uses one of these, directly or through others. */
function usesAny(all: readonly NamedNode[], segment: SegmentRow, keys: ReadonlySet<string>): boolean {
  const byKey = new Map(all.map((node) => [keyOf(node), node]));
  const reached = new Set(segment.uses.map(keyOf));
  for (const key of reached) {
    if (keys.has(key)) return true;
    for (const used of byKey.get(key)?.uses ?? []) reached.add(keyOf(used));
  }
  return false;
}

async function runRound(ctx: JobContext, { client, version, context, ready }: Round): Promise<void> {
  await ensureMembersTable(context);
  const computed = await computeSegments(context, ready);
  await ctx.db.asClient(client.id, async (tx) => {
    // Throws if another worker took the job over.
    await ctx.saveCheckpoint(null, tx);
    await lockClient(tx, client.id);
    if ((await currentVersion(tx, client.id)) !== version) return;
    const changed = await settleSegments(tx, client, computed, context.at);
    const refs = changed.map(segmentRef);
    await refreshTagsUsing(tx, ctx, client.id, refs);
    await refreshScoresUsing(tx, ctx, client.id, refs);
    await onSegmentsChanged(tx, ctx, client.id, changed);
  });
}

async function currentVersion(tx: Transaction, clientId: string): Promise<number | null> {
  const [client] = await tx.select({ version: clients.datasetVersion }).from(clients).where(eq(clients.id, clientId));
  return client?.version ?? null;
}
