import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, inArray, sql } from '@quarry/postgres';
import { tags } from '@quarry/postgres/tables/tags';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { dependantsOf } from '#server/features/datasets/dependencies.ts';
import { assertNoCycle, nodesIn, readDerivedNodes, tagRef } from '#server/features/datasets/derived-nodes.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertUsableFilter } from './assert-usable-filter.ts';
import { OUTDATED } from './refresh-tags-using.ts';
import { requestRefresh } from './request-refresh.ts';
import { findTag, lockTags, readTagRow, type TagRow, tagOf, toTag } from './tag.ts';
import { withUniqueName } from './tag-names.ts';

/**
 * Saves a tag's name, its filter, or both. With a filter, requests a refresh of the tag and of those that depend on it.
 * Throws NOT_FOUND, VALIDATION_FAILED, INVALID_FILTER, CYCLE and NAME_TAKEN.
 */
export const updateTag: Verb<typeof contracts.updateTag> = async (scope, { id, name, filters }) => {
  if (name === undefined && filters === undefined) {
    throw new AppError('VALIDATION_FAILED', 'There is nothing to save: give a name, a filter or both');
  }
  const dataset = filters === undefined ? null : await openDataset(scope);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const all = await lockTags(tx, clientId);
    const before = findTag(all, id);
    if (filters !== undefined && dataset !== null) {
      const nodes = await readDerivedNodes(tx, clientId);
      assertUsableFilter(dataset, filters, nodes);
      assertNoCycle(nodes, { ...tagRef(id), name: before.name, uses: nodesIn(filters) });
    }
    const [row] = await withUniqueName(
      name ?? before.name,
      tx
        .update(tags)
        .set({
          lastModifiedAt: sql`now()`,
          ...(name === undefined ? {} : { name }),
          ...(filters === undefined ? {} : { ...OUTDATED, filters, problem: null }),
        })
        .where(tagOf(clientId, id))
        .returning(),
    );
    if (row === undefined) throw new Error(`The tag ${id} was not saved`);
    if (filters !== undefined) {
      const others = dependantsOf(all, tagRef(id)).map((tag) => tag.id);
      if (others.length > 0) {
        await tx
          .update(tags)
          .set(OUTDATED)
          .where(and(eq(tags.clientId, clientId), inArray(tags.id, others)));
      }
      await requestRefresh(tx, scope.jobs, clientId, scope.user.email);
    }
    const after = readTagRow(row);
    const auditValues = (tag: TagRow) => ({
      name: tag.name,
      ...(filters === undefined ? {} : { filters: tag.filters }),
    });
    return {
      result: { talkTrack: toTag(after) },
      target: after.name,
      targetId: id,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
};
