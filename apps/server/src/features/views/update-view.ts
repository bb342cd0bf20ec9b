import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { views } from '@quarry/postgres/tables/views';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readTags } from '#server/features/tags/tag.ts';
import type { Verb } from '#server/platform/mount.ts';
import { assertRoom } from './assert-room.ts';
import { findEditable, lockViews, toView, type ViewRow } from './view.ts';
import { withUniqueName } from './view-names.ts';
import { assertUsableContent, viewProblem } from './view-problems.ts';

/**
 * Saves a view's name, sharing, content or several of them.
 * Throws NOT_FOUND, FORBIDDEN, RESOURCE_OUT_OF_SYNC, CONFLICT, NAME_TAKEN, VALIDATION_FAILED and INVALID_FILTER.
 */
export const updateView: Verb<typeof contracts.updateView> = async (scope, input) => {
  const { id, name, isShared, content, baseVersion } = input;
  if (name === undefined && isShared === undefined && content === undefined) {
    throw new AppError('VALIDATION_FAILED', 'There is nothing to save: give a name, sharing or content');
  }
  const dataset = await openDataset(scope);
  return scope.change(async (tx) => {
    const all = await lockViews(tx, scope);
    const before = findEditable(all, id, scope);
    assertInSync(before, baseVersion);
    if (isShared !== undefined && isShared !== before.isShared) {
      if (before.ownerId !== scope.user.userId) {
        throw new AppError('FORBIDDEN', 'Only the person who made this view can stop sharing it.', { id });
      }
      assertRoom(all, isShared);
    }
    const tags = await readTags(tx, scope.client.id);
    if (content !== undefined) assertUsableContent(dataset, content, tags);
    const [row] = await withUniqueName(
      name ?? before.name,
      tx
        .update(views)
        .set({
          version: before.version + 1,
          lastModifiedAt: sql`now()`,
          ...(name === undefined ? {} : { name }),
          ...(isShared === undefined ? {} : { isShared }),
          ...(content === undefined ? {} : { content }),
        })
        .where(and(eq(views.clientId, scope.client.id), eq(views.id, id)))
        .returning(),
    );
    if (row === undefined) throw new Error(`The view ${id} was not saved`);
    const after: ViewRow = { ...row, content: content ?? before.content, ownerEmail: before.ownerEmail };
    const auditValues = (view: ViewRow) => ({
      name: view.name,
      isShared: view.isShared,
      ...(content === undefined ? {} : view.content),
    });
    return {
      result: { view: toView(after, viewProblem(dataset, after.content, tags), scope) },
      target: after.name,
      targetId: id,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
};

function assertInSync({ version }: ViewRow, baseVersion: number | undefined): void {
  if (baseVersion === undefined || baseVersion === version) return;
  throw new AppError(
    'RESOURCE_OUT_OF_SYNC',
    'Someone else changed this view. Please reload it and make your changes again.',
    { baseVersion, version },
  );
}
