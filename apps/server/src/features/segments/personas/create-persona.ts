import type * as contracts from '@quarry/contracts';
import { AppError, MAX_PERSONAS } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { personas } from '@quarry/postgres/tables/personas';
import { assertMaySearchPhoneNumbers } from '#server/features/accounts/phone-numbers.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockQueue } from './lock-queue.ts';
import { assertSegment, findPersona } from './persona.ts';
import { withUniqueName } from './persona-names.ts';

/** Saves a new persona. Throws NOT_FOUND for the segment, FORBIDDEN, NAME_TAKEN, and CONFLICT at the limit. */
export const createPersona: Verb<typeof contracts.createPersona> = async (scope, { segmentId, ...saved }) => {
  assertMaySearchPhoneNumbers(scope.client, saved.searchOptions);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    await lockQueue(tx, clientId);
    await assertSegment(tx, clientId, segmentId);
    const existing = await tx.$count(personas, and(eq(personas.clientId, clientId), eq(personas.segmentId, segmentId)));
    if (existing >= MAX_PERSONAS) {
      throw new AppError('CONFLICT', `A segment can have at most ${MAX_PERSONAS} personas`);
    }
    const [row] = await withUniqueName(
      saved.name,
      tx
        .insert(personas)
        .values({ ...saved, clientId, segmentId, createdBy: scope.user.email })
        .returning({ id: personas.id }),
    );
    if (row === undefined) throw new Error(`The persona ${saved.name} was not created`);
    return {
      result: { item: await findPersona(tx, clientId, { segmentId, personaId: row.id }) },
      target: saved.name,
      targetId: row.id,
      after: saved,
    };
  });
};
