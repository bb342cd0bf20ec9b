import type * as contracts from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';
import { assertSegment } from '../persona.ts';
import { readContactRows, toSegmentContacts } from './contact-rows.ts';

/**
 * Lists everybody found at a company of a segment: by persona, the included ones best first, then those who were checked
 * or removed. Throws NOT_FOUND.
 */
export const listCompanySegmentContacts: Verb<typeof contracts.listCompanySegmentContacts> = async (scope, input) => {
  const { segmentId, company_id: companyId, limit, offset } = input;
  const clientId = scope.client.id;
  const where = and(
    eq(segmentContacts.clientId, clientId),
    eq(segmentContacts.segmentId, segmentId),
    eq(segmentContacts.companyId, companyId),
  );
  const orderBy = [
    sql`lower(${personas.name})`,
    sql`array_position(array['INCLUDED', 'CANDIDATE_CHECKED_NOT_INCLUDED'], ${segmentContacts.inclusionStatus}) nulls last`,
    sql`${segmentContacts.rank} nulls last`,
  ];
  const { rows, count } = await scope.read(async (tx) => {
    await assertSegment(tx, clientId, segmentId);
    return {
      rows: await readContactRows(tx, where, { orderBy, limit, offset }),
      count: await tx.$count(segmentContacts, where),
    };
  });
  return { items: await toSegmentContacts(scope, rows), count };
};
