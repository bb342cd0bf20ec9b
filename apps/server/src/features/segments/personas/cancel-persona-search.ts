import type * as contracts from '@quarry/contracts';
import { personas } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';
import { lockQueue } from './lock-queue.ts';
import { lockPersona, personaOf } from './persona.ts';
import { isActive } from './request-searches.ts';

/** Stops a waiting or running search before its next companies; any other is left alone. Throws NOT_FOUND. */
export const cancelPersonaSearch: Verb<typeof contracts.cancelPersonaSearch> = async (scope, key) =>
  scope.change(async (tx) => {
    await lockQueue(tx, scope.client.id);
    const { id, name, searchStatus: before, ...persona } = await lockPersona(tx, scope.client.id, key);
    const searchStatus = isActive({ searchStatus: before }) ? 'NEW' : before;
    await tx
      .update(personas)
      .set({
        searchStatus,
        // Companies that enter the segment are not searched by themselves until somebody starts it again.
        wasStarted: isActive({ searchStatus: before }) ? false : persona.wasStarted,
      })
      .where(personaOf(scope.client.id, key));
    return {
      result: { searchStatus },
      target: name,
      targetId: id,
      before: { searchStatus: before },
      after: { searchStatus },
    };
  });
