import type * as contracts from '@quarry/contracts';
import { type SearchOptions } from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { personas } from '@quarry/postgres/tables/personas';
import { assertMaySearchPhoneNumbers } from '#server/features/accounts/phone-numbers.ts';
import type { Verb } from '#server/platform/mount.ts';
import { applyDefinition } from './apply-definition.ts';
import { lockQueue } from './lock-queue.ts';
import { findPersona, lockPersona, type PersonaRow, personaOf, readPersonaRow } from './persona.ts';
import { withUniqueName } from './persona-names.ts';
import { isActive, RESTARTED, requestSearches } from './request-searches.ts';

type Definition = Pick<PersonaRow, 'criteriaGroups' | 'searchOptions'>;

/** What decides who is found; the cap only decides when a search ends. */
function finds({ criteriaGroups, searchOptions: { maxCredits: _cap, ...options } }: Definition): string {
  return JSON.stringify([criteriaGroups, options]);
}

const isSameCap = (one: SearchOptions, other: SearchOptions): boolean => one.maxCredits === other.maxCredits;

/**
 * Saves a persona. A new name alone changes nothing else. Included contacts that no longer match are removed; a waiting
 * or running search starts again at the end of the queue, a finished one becomes NEW. Throws NOT_FOUND, FORBIDDEN and
 * NAME_TAKEN.
 */
export const updatePersona: Verb<typeof contracts.updatePersona> = async (
  scope,
  { segmentId, personaId, ...saved },
) => {
  const { client, jobs, user, warehouse } = scope;
  const key = { segmentId, personaId };
  return scope.change(async (tx) => {
    await lockQueue(tx, client.id);
    const before = await lockPersona(tx, client.id, key);
    if (saved.searchOptions.checkPhoneNumber !== before.searchOptions.checkPhoneNumber) {
      assertMaySearchPhoneNumbers(client, saved.searchOptions);
    }
    const isRedefined = finds(before) !== finds(saved);
    const isChanged = isRedefined || !isSameCap(before.searchOptions, saved.searchOptions);
    const [row] = await withUniqueName(
      saved.name,
      tx
        .update(personas)
        .set({
          ...saved,
          ...(isRedefined ? { revision: sql`${personas.revision} + 1` } : {}),
          ...(isChanged ? { ...RESTARTED, searchStatus: isActive(before) ? 'QUEUED' : 'NEW' } : {}),
        })
        .where(personaOf(client.id, key))
        .returning(),
    );
    if (row === undefined) throw new Error(`The persona ${personaId} was not saved`);
    if (isRedefined) await applyDefinition(tx, warehouse, readPersonaRow(row));
    if (isChanged && isActive(before)) await requestSearches(tx, jobs, client.id, user.email);
    const { name, criteriaGroups, searchOptions } = before;
    return {
      result: { item: await findPersona(tx, client.id, key) },
      target: saved.name,
      targetId: personaId,
      before: { name, criteriaGroups, searchOptions },
      after: saved,
    };
  });
};
