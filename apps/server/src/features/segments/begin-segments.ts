import { and, eq, isNotNull, notInArray, or, sql, type Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import type { BeginDerivation } from '#server/features/datasets/derivation.ts';
import { renameInDefinition } from '#server/features/datasets/renames.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { type ComputedSegment, computeSegments, ensureMembersTable } from './compute-segments.ts';
import { recheckContacts } from './personas/upkeep/persona-upkeep.ts';
import { requestUpdate } from './request-update.ts';
import { readSegmentRow } from './segment.ts';
import { segmentsChanged, settleSegments } from './settle-segments.ts';

/** Starts the derivation of all segments in a new version. Static ones only lose the companies that left. */
export const beginSegments: BeginDerivation = async (ctx, built) => {
  const { clientId, clientName, version, schema, renames, segmentRuns, scores } = built;
  const rows = await ctx.db.asClient(clientId, (tx) =>
    tx
      .select()
      .from(segments)
      .where(and(eq(segments.clientId, clientId), or(eq(segments.isDynamic, true), isNotNull(segments.run)))),
  );
  const all = rows.map((row) => renameInDefinition(readSegmentRow(row), renames));
  const byId = new Map(all.map((segment) => [segment.id, segment]));
  const computed: ComputedSegment[] = [];
  const { warehouse, signal } = ctx;
  const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const context = { warehouse, signal, lane: 'jobs', clientName, at, isBuild: true } as const;
  if (all.length > 0) await ensureMembersTable(context);
  return {
    // What a static segment keeps depends on nothing else.
    nodes: all.map((segment) => (segment.isDynamic ? segment : { ...segment, uses: [] })),
    async derive(ids, done) {
      // Now the version has the scores of earlier layers.
      const dataset = describeDataset(clientName, String(version), schema, { segmentRuns, scores });
      const found = await computeSegments(
        { ...context, dataset },
        ids.flatMap((id) => byId.get(id) ?? []),
      );
      for (const { id, written } of found) if (written !== null) segmentRuns.set(id, written.run);
      computed.push(...found);
      done(ids.length);
    },
    settle: (tx) => settleBuiltSegments(tx, ctx, { id: clientId, name: clientName }, computed, at),
  };
};

/** Saves the build's results, and requests an update of segments that were computed over the last version meanwhile. */
async function settleBuiltSegments(
  tx: Transaction,
  ctx: Pick<JobContext, 'enqueue'>,
  client: { readonly id: string; readonly name: string },
  computed: readonly ComputedSegment[],
  at: Date,
): Promise<void> {
  const settled = await settleSegments(tx, client, computed, at);
  const late = await tx
    .update(segments)
    .set({ revision: sql`${segments.revision} + 1` })
    .where(
      and(
        eq(segments.clientId, client.id),
        isNotNull(segments.run),
        eq(segments.revision, segments.computedRevision),
        settled.length === 0 ? undefined : notInArray(segments.id, settled),
      ),
    )
    .returning({ id: segments.id });
  if (late.length > 0) await requestUpdate(tx, ctx, client.id, 'build');
  // The swap has replaced the records of all tables.
  await segmentsChanged(tx, client);
  await recheckContacts(tx, ctx, client.id);
}
