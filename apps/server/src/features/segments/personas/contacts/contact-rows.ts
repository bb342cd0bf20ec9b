import { type SegmentContact, segmentContact } from '@quarry/contracts';
import { and, desc, eq, type SQL, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { seesPhoneNumbers } from '#server/features/accounts/phone-numbers.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { readCompanyNames } from './company-names.ts';

const { email_verification_status: verificationStatus, removed_reason: removedReason } = segmentContact.shape;

const isOwned = and(eq(contacts.clientId, segmentContacts.clientId), eq(contacts.contactId, segmentContacts.contactId));

interface Page {
  readonly orderBy: readonly SQL[];
  /** Company ids in order; their places are the column `sorted.place`. */
  readonly companyOrder?: readonly string[] | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Reads a page of the people of a segment. */
export async function readContactRows(tx: Transaction, where: SQL | undefined, page: Page) {
  const query = tx
    .select({ found: segmentContacts, personaName: personas.name, owned: contacts })
    .from(segmentContacts)
    .innerJoin(personas, eq(personas.id, segmentContacts.personaId))
    .leftJoin(contacts, isOwned)
    .$dynamic();
  if (page.companyOrder !== undefined) {
    query.leftJoin(
      sql`unnest(${sql.param(page.companyOrder)}::text[]) with ordinality as sorted(company_id, place)`,
      sql`sorted.company_id = ${segmentContacts.companyId}`,
    );
  }
  return query
    .where(where)
    .orderBy(...page.orderBy, desc(segmentContacts.id))
    .limit(page.limit)
    .offset(page.offset);
}

type ContactRow = Awaited<ReturnType<typeof readContactRows>>[number];

/** The people as the API describes them. E-mails and phones are those of contacts that the account owns. */
export async function toSegmentContacts(scope: ClientScope, rows: readonly ContactRow[]): Promise<SegmentContact[]> {
  const companyIds = [...new Set(rows.map(({ found }) => found.companyId))];
  const companies = await readCompanyNames(scope.warehouse, companyIds, { signal: scope.request.signal });
  return rows.map(({ found, personaName, owned }): SegmentContact => {
    const company = companies.get(found.companyId);
    return {
      contact_id: found.contactId,
      raw_name: found.rawName,
      person_url: found.personUrl,
      first_name: found.firstName,
      last_name: found.lastName,
      company_id: found.companyId,
      company_name: company?.name ?? '',
      company_domain: company?.domain ?? '',
      company_linked_in_id: company?.linkedInId || null,
      persona_id: found.personaId,
      persona_name: personaName,
      persona_rank: found.rank,
      email: owned?.email ?? null,
      email_verification_status: verificationStatus.parse(owned?.emailVerificationStatus ?? null),
      phone_number: seesPhoneNumbers(scope.client) ? (owned?.phoneNumber ?? null) : null,
      position: found.position,
      seniority: found.seniority,
      country: found.country,
      inclusion_status: found.inclusionStatus,
      included_at: found.includedAt?.toISOString() ?? null,
      removed_at: found.removedAt?.toISOString() ?? null,
      removed_reason: removedReason.parse(found.removedReason),
    };
  });
}
