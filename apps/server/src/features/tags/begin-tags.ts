import { and, eq, ne, type Transaction } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import type { BeginDerivation } from '#server/features/datasets/derivation.ts';
import { renameInFilter } from '#server/features/datasets/renames.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { wasMember } from './derive-tags.sql.ts';
import { type DerivedTag, deriveLayer, endUnfinishedChanges } from './derive-tags.ts';
import { requestRefresh } from './request-refresh.ts';
import { settleTags } from './settle-tags.ts';
import { readTags } from './tag.ts';

/** Starts the derivation of all tags in a new version. */
export const beginTags: BeginDerivation = async (ctx, built) => {
  const { clientId, clientName, version, schema, lastVersion, renames, segmentRuns, scores } = built;
  const stored = await ctx.db.asClient(clientId, (tx) => readTags(tx, clientId));
  const all = stored.map((tag) => ({ ...tag, filters: renameInFilter(tag.filters, renames) }));
  const byId = new Map(all.map((tag) => [tag.id, tag]));
  const known = new Set(byId.keys());
  const derived: DerivedTag[] = [];
  const { database, dataset } = datasetTables(clientName, version);
  const last = lastVersion === null ? null : { database, name: datasetTables(clientName, lastVersion).dataset };
  const { warehouse, signal } = ctx;
  const context = {
    warehouse,
    signal,
    lane: 'jobs',
    table: { database, name: dataset },
    lastMembers: (id: string) => (last === null ? null : wasMember(last, id, warehouse.topology)),
  } as const;
  if (all.length > 0) await endUnfinishedChanges(context);
  return {
    nodes: all,
    async derive(ids, done) {
      const layer = ids.flatMap((id) => byId.get(id) ?? []);
      // Now the version has the scores of earlier layers.
      const dataset = describeDataset(clientName, String(version), schema, { segmentRuns, scores });
      derived.push(...(await deriveLayer({ ...context, dataset, done }, layer, known)));
    },
    settle: (tx) => settleBuiltTags(tx, ctx, clientId, derived),
  };
};

/** Saves the build's results and requests a refresh for tags edited, created or deleted since it began. */
async function settleBuiltTags(
  tx: Transaction,
  ctx: Pick<JobContext, 'enqueue'>,
  clientId: string,
  derived: readonly DerivedTag[],
): Promise<void> {
  const revisions = new Map(derived.map(({ id, revision }) => [id, revision]));
  const all = await readTags(tx, clientId);
  const late = all.filter(({ id, revision }) => revisions.get(id) !== revision);
  for (const { id } of late) {
    await tx
      .update(tags)
      .set({ processingStatus: 'Waiting' })
      .where(and(eq(tags.clientId, clientId), eq(tags.id, id), ne(tags.processingStatus, 'Waiting')));
  }
  await settleTags(tx, clientId, derived);
  if (late.length > 0 || all.length !== revisions.size) await requestRefresh(tx, ctx, clientId, 'build');
}
