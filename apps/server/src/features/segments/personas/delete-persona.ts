import type * as contracts from '@quarry/contracts';
import { personas } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';
import { lockQueue } from './lock-queue.ts';
import { lockPersona, personaOf } from './persona.ts';

/** Deletes a persona with what it found; its search stops, and the account keeps the contacts. Throws NOT_FOUND. */
export const deletePersona: Verb<typeof contracts.deletePersona> = async (scope, key) =>
  scope.change(async (tx) => {
    await lockQueue(tx, scope.client.id);
    const { id, name, criteriaGroups, searchOptions } = await lockPersona(tx, scope.client.id, key);
    await tx.delete(personas).where(personaOf(scope.client.id, key));
    return { result: { id }, target: name, targetId: id, before: { name, criteriaGroups, searchOptions } };
  });
