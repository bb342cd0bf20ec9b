import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import type { Verb } from '#server/platform/mount.ts';

/** Removes an entry of the list. Throws NOT_FOUND. */
export const removeSuppression: Verb<typeof contracts.removeSuppression> = async (scope, { id }) =>
  scope.change(async (tx) => {
    const [row] = await tx
      .delete(suppressions)
      .where(and(eq(suppressions.clientId, scope.client.id), eq(suppressions.id, id)))
      .returning();
    if (row === undefined) throw new AppError('NOT_FOUND', 'This entry no longer exists.', { id });
    const { kind, value, note } = row;
    return { result: { id }, target: value, targetId: id, before: { kind, value, note } };
  });
