import { and, eq, ne, type Transaction } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import type { VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { wasMember } from './derive-tags.sql.ts';
import { type DerivedTag, deriveTags } from './derive-tags.ts';
import { requestRefresh } from './request-refresh.ts';
import { settleTags } from './settle-tags.ts';
import { readTags } from './tag.ts';

/** A version that is full, and that readers do not see yet. */
export interface FilledVersion {
  readonly clientName: string;
  readonly version: number;
  readonly schema: VersionSchema;
  readonly lastVersion: number | null;
}

/** Finds the members of all tags in a new version. `progress` gets the share that is done. */
export async function deriveAllTags(
  ctx: Pick<JobContext, 'db' | 'warehouse' | 'signal'>,
  clientId: string,
  { clientName, version, schema, lastVersion }: FilledVersion,
  progress: (share: number) => void,
): Promise<DerivedTag[]> {
  const all = await ctx.db.asClient(clientId, (tx) => readTags(tx, clientId));
  if (all.length === 0) return [];
  const { database, dataset } = datasetTables(clientName, version);
  const last = lastVersion === null ? null : { database, name: datasetTables(clientName, lastVersion).dataset };
  const { warehouse, signal } = ctx;
  return deriveTags(
    {
      warehouse,
      signal,
      lane: 'jobs',
      dataset: describeDataset(clientName, String(version), schema),
      table: { database, name: dataset },
      lastMembers: (id) => (last === null ? null : wasMember(last, id, warehouse.topology)),
      progress,
    },
    all,
    new Set(all.map(({ id }) => id)),
  );
}

/**
 * Notes what a build found for its tags, together with the swap. What was edited, made or deleted since then is left to
 * a refresh. Only while the transaction holds the client's row.
 */
export async function settleBuiltTags(
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
