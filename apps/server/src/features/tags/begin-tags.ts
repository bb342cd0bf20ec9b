import { and, eq, ne, type Transaction } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import type { BeginDerivation } from '#server/features/datasets/derivation.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { wasMember } from './derive-tags.sql.ts';
import { type DerivedTag, deriveStep, endUnfinishedChanges } from './derive-tags.ts';
import { requestRefresh } from './request-refresh.ts';
import { settleTags } from './settle-tags.ts';
import { readTags } from './tag.ts';

/** Begins to find the members of all tags in a new version. */
export const beginTags: BeginDerivation = async (ctx, { clientId, clientName, version, schema, lastVersion }) => {
  const all = await ctx.db.asClient(clientId, (tx) => readTags(tx, clientId));
  const byId = new Map(all.map((tag) => [tag.id, tag]));
  const known = new Set(byId.keys());
  const derived: DerivedTag[] = [];
  const { database, dataset } = datasetTables(clientName, version);
  const last = lastVersion === null ? null : { database, name: datasetTables(clientName, lastVersion).dataset };
  const { warehouse, signal } = ctx;
  const deriving = {
    warehouse,
    signal,
    lane: 'jobs',
    dataset: describeDataset(clientName, String(version), schema),
    table: { database, name: dataset },
    lastMembers: (id: string) => (last === null ? null : wasMember(last, id, warehouse.topology)),
  } as const;
  if (all.length > 0) await endUnfinishedChanges(deriving);
  return {
    nodes: all,
    async derive(ids, done) {
      const step = ids.flatMap((id) => byId.get(id) ?? []);
      derived.push(...(await deriveStep({ ...deriving, done }, step, known)));
    },
    settle: (tx) => settleBuiltTags(tx, ctx, clientId, derived),
  };
};

/** Saves what a build found. Leaves to a refresh what has been edited, made or deleted since it began. */
async function settleBuiltTags(
  tx: Transaction,
  ctx: Pick<JobContext, 'enqueue'>,
  clientId: string,
  derived: readonly DerivedTag[],
): Promise<void> {
  const found = new Map(derived.map(({ id, revision }) => [id, revision]));
  const all = await readTags(tx, clientId);
  const late = all.filter(({ id, revision }) => found.get(id) !== revision);
  for (const { id } of late) {
    await tx
      .update(tags)
      .set({ processingStatus: 'Waiting' })
      .where(and(eq(tags.clientId, clientId), eq(tags.id, id), ne(tags.processingStatus, 'Waiting')));
  }
  await settleTags(tx, clientId, derived);
  const isSame = late.length === 0 && all.length === found.size;
  if (!isSame) await requestRefresh(tx, ctx, clientId, 'build');
}
