import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { tags } from '@quarry/postgres/tables/tags';
import { usersOf } from '#server/features/datasets/dependencies.ts';
import type { Verb } from '#server/platform/mount.ts';
import { requestRefresh } from './request-refresh.ts';
import { findTag, lockTags, tagOf } from './tag.ts';
import { tagRef } from './used-tags.ts';

/** Deletes a tag; a refresh takes it from companies. Throws NOT_FOUND, and TAG_IN_USE if other tags use it. */
export const deleteTag: Verb<typeof contracts.deleteTag> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const all = await lockTags(tx, clientId);
    const { name, filters } = findTag(all, id);
    const usedBy = usersOf(all, tagRef(id)).map((user) => ({ kind: user.kind, id: user.id, name: user.name }));
    if (usedBy.length > 0) {
      const names = usedBy.map((user) => `“${user.name}”`).join(', ');
      throw new AppError('TAG_IN_USE', `This tag is in use and can't be deleted. It is used by: ${names}`, { usedBy });
    }
    await tx.delete(tags).where(tagOf(clientId, id));
    await requestRefresh(tx, scope.jobs, clientId, scope.user.email);
    return { result: { id }, target: name, targetId: id, before: { name, filters } };
  });
