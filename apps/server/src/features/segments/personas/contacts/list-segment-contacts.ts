import type * as contracts from '@quarry/contracts';
import { type InclusionStatus, type SEGMENT_CONTACT_SORTS } from '@quarry/contracts';
import { and, eq, inArray, type SQL, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import type { Verb } from '#server/platform/mount.ts';
import { assertSegment } from '../persona.ts';
import { isCompanySort, sortCompanies } from './company-names.ts';
import { readContactRows, toSegmentContacts } from './contact-rows.ts';

type Sort = (typeof SEGMENT_CONTACT_SORTS)[number];

const found = segmentContacts;
const SORT_KEYS: Readonly<Record<Sort, SQL>> = {
  raw_name: sql`lower(${found.rawName})`,
  first_name: sql`lower(${found.firstName})`,
  last_name: sql`lower(${found.lastName})`,
  company_name: sql`sorted.place`,
  company_domain: sql`sorted.place`,
  persona_name: sql`lower(${personas.name})`,
  persona_rank: sql`${found.rank}`,
  email: sql`lower(${contacts.email})`,
  email_verification_status: sql`${contacts.emailVerificationStatus}`,
  position: sql`lower(${found.position})`,
  seniority: sql`${found.seniority}`,
  country: sql`${found.country}`,
  inclusion_status: sql`${found.inclusionStatus}`,
  included_at: sql`${found.includedAt}`,
  removed_at: sql`${found.removedAt}`,
};

/** Lists the people of a segment, one row for each stay with a persona. Throws NOT_FOUND. */
export const listSegmentContacts: Verb<typeof contracts.listSegmentContacts> = async (scope, input) => {
  const { segmentId, sortby, limit, offset } = input;
  const clientId = scope.client.id;
  const where = and(
    eq(found.clientId, clientId),
    eq(found.segmentId, segmentId),
    input.persona === undefined ? undefined : eq(found.personaId, input.persona),
    inArray(found.inclusionStatus, chosenStatuses(input)),
  );
  const { count, companyIds, countCompanies } = await scope.read(async (tx) => {
    await assertSegment(tx, clientId, segmentId);
    return {
      ...(await countRows(tx, where)),
      companyIds: isCompanySort(sortby) ? await readCompanyIds(tx, where) : null,
    };
  });
  const companyOrder =
    companyIds !== null && isCompanySort(sortby)
      ? await sortCompanies(scope.warehouse, companyIds, sortby, scope.request.signal)
      : undefined;
  const key = SORT_KEYS[sortby];
  const orderBy = [input.sortdirection === 'asc' ? sql`${key} asc nulls last` : sql`${key} desc nulls last`];
  const rows = await scope.read((tx) => readContactRows(tx, where, { orderBy, companyOrder, limit, offset }));
  return { items: await toSegmentContacts(scope, rows), count, countCompanies };
};

function chosenStatuses(input: {
  readonly include_active: boolean;
  readonly include_removed: boolean;
  readonly include_checked: boolean;
}): InclusionStatus[] {
  return [
    ...(input.include_active ? (['INCLUDED'] as const) : []),
    ...(input.include_removed ? (['WAS_INCLUDED_REMOVED'] as const) : []),
    ...(input.include_checked ? (['CANDIDATE_CHECKED_NOT_INCLUDED'] as const) : []),
  ];
}

async function countRows(tx: Transaction, where: SQL | undefined) {
  const [row] = await tx
    .select({
      count: sql<number>`count(*)::int`,
      countCompanies: sql<number>`count(distinct ${found.companyId})::int`,
    })
    .from(found)
    .where(where);
  return row ?? { count: 0, countCompanies: 0 };
}

async function readCompanyIds(tx: Transaction, where: SQL | undefined): Promise<string[]> {
  const rows = await tx.selectDistinct({ companyId: found.companyId }).from(found).where(where);
  return rows.map(({ companyId }) => companyId);
}
