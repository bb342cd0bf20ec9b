import type * as contracts from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { personas } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';
import { assertSegment, readPersonas } from './persona.ts';

/** Lists the personas of a segment, oldest first. Throws NOT_FOUND for the segment. */
export const listPersonas: Verb<typeof contracts.listPersonas> = async (scope, { segmentId, limit, offset }) =>
  scope.read(async (tx) => {
    const clientId = scope.client.id;
    await assertSegment(tx, clientId, segmentId);
    const where = and(eq(personas.clientId, clientId), eq(personas.segmentId, segmentId));
    return { items: await readPersonas(tx, where, { limit, offset }), count: await tx.$count(personas, where) };
  });
