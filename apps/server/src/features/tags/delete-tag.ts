import type * as contracts from '@quarry/contracts';
import { tags } from '@quarry/postgres/tables/tags';
import { assertUnused, readDerivedNodes, tagRef } from '#server/features/datasets/derived-nodes.ts';
import type { Verb } from '#server/platform/mount.ts';
import { requestRefresh } from './request-refresh.ts';
import { findTag, lockTags, tagOf } from './tag.ts';

/** Deletes a tag; a refresh takes it from companies. Throws NOT_FOUND, and TAG_IN_USE if other tags or segments use it. */
export const deleteTag: Verb<typeof contracts.deleteTag> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const all = await lockTags(tx, clientId);
    const { name, filters } = findTag(all, id);
    assertUnused(await readDerivedNodes(tx, clientId), tagRef(id));
    await tx.delete(tags).where(tagOf(clientId, id));
    await requestRefresh(tx, scope.jobs, clientId, scope.user.email);
    return { result: { id }, target: name, targetId: id, before: { name, filters } };
  });
