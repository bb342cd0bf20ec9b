import type * as contracts from '@quarry/contracts';
import { AppError, MAX_TAGS } from '@quarry/contracts';
import { tags } from '@quarry/postgres/tables/tags';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertUsableFilter } from './assert-usable-filter.ts';
import { requestRefresh } from './request-refresh.ts';
import { lockTags, readTagRow, toTag } from './tag.ts';
import { withUniqueName } from './tag-names.ts';

/** Creates a tag and requests a refresh for its members. Throws VALIDATION_FAILED, INVALID_FILTER and NAME_TAKEN. */
export const createTag: Verb<typeof contracts.createTag> = async (scope, { name, filters }) => {
  const dataset = await openDataset(scope);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const all = await lockTags(tx, clientId);
    if (all.length >= MAX_TAGS) throw new AppError('CONFLICT', `An account can have at most ${MAX_TAGS} tags`);
    assertUsableFilter(dataset, filters, await readDerivedNodes(tx, clientId));
    const [row] = await withUniqueName(
      name,
      tx.insert(tags).values({ clientId, name, filters, createdBy: scope.user.email }).returning(),
    );
    if (row === undefined) throw new Error(`The tag ${name} was not created`);
    await requestRefresh(tx, scope.jobs, clientId, scope.user.email);
    return { result: { talkTrack: toTag(readTagRow(row)) }, target: name, targetId: row.id, after: { name, filters } };
  });
};
