import type * as contracts from '@quarry/contracts';
import { and, eq, ne, sql } from '@quarry/postgres';
import { personas } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';
import { assertSegment } from './persona.ts';

/** A name is valid if no other persona of the segment has it, ignoring case. Throws NOT_FOUND for the segment. */
export const validatePersonaName: Verb<typeof contracts.validatePersonaName> = async (
  scope,
  { segmentId, personaName, personaId },
) =>
  scope.read(async (tx) => {
    const clientId = scope.client.id;
    await assertSegment(tx, clientId, segmentId);
    const [other] = await tx
      .select({ id: personas.id })
      .from(personas)
      .where(
        and(
          eq(personas.clientId, clientId),
          eq(personas.segmentId, segmentId),
          sql`lower(${personas.name}) = lower(${personaName})`,
          personaId === undefined ? undefined : ne(personas.id, personaId),
        ),
      );
    return { isValid: other === undefined, existingPersonaId: other?.id ?? null };
  });
