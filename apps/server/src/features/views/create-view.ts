import type * as contracts from '@quarry/contracts';
import { views } from '@quarry/postgres/tables/views';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readTags } from '#server/features/tags/tag.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertRoom } from './assert-room.ts';
import { lockViews, toView } from './view.ts';
import { withUniqueName } from './view-names.ts';
import { assertUsableContent } from './view-problems.ts';

/** Saves a view of the caller. Throws VALIDATION_FAILED, INVALID_FILTER, CONFLICT and NAME_TAKEN. */
export const createView: Verb<typeof contracts.createView> = async (scope, { name, isShared, ...content }) => {
  const dataset = await openDataset(scope);
  return scope.change(async (tx) => {
    const { client, user } = scope;
    assertRoom(await lockViews(tx, scope), isShared);
    assertUsableContent(dataset, content, await readTags(tx, client.id));
    const [row] = await withUniqueName(
      name,
      tx.insert(views).values({ clientId: client.id, ownerId: user.userId, name, isShared, content }).returning(),
    );
    if (row === undefined) throw new Error(`The view ${name} was not created`);
    return {
      result: { view: toView({ ...row, content, ownerEmail: user.email }, null, scope) },
      target: name,
      targetId: row.id,
      after: { name, isShared, ...content },
    };
  });
};
