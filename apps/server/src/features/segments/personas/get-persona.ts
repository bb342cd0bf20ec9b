import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findPersona } from './persona.ts';

/** Reads one persona. Throws NOT_FOUND. */
export const getPersona: Verb<typeof contracts.getPersona> = async (scope, key) => ({
  item: await scope.read((tx) => findPersona(tx, scope.client.id, key)),
});
