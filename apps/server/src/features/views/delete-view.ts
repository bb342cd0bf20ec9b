import type * as contracts from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { views } from '@quarry/postgres/tables/views';
import type { Verb } from '#server/platform/mount.ts';
import { findEditable, lockViews } from './view.ts';

/** Deletes a view. Throws NOT_FOUND and FORBIDDEN. */
export const deleteView: Verb<typeof contracts.deleteView> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const { name, isShared, content } = findEditable(await lockViews(tx, scope), id, scope);
    await tx.delete(views).where(and(eq(views.clientId, scope.client.id), eq(views.id, id)));
    return { result: { id }, target: name, targetId: id, before: { name, isShared, ...content } };
  });
