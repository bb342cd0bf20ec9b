import type * as contracts from '@quarry/contracts';
import { type Contact, contact } from '@quarry/contracts';
import { and, count, desc, eq, getTableColumns, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { seesPhoneNumbers } from '#server/features/accounts/phone-numbers.ts';
import type { Verb } from '#server/platform/mount.ts';
import { personasOfContact, segmentsOfContact } from './contact-segments.ts';
import { matchingCompaniesWithContacts } from './matching-companies.ts';

const verificationStatus = contact.shape.email_verification_status;

/** Lists the account's contacts, newest first. Throws INVALID_FILTER. */
export const listContacts: Verb<typeof contracts.listContacts> = async (scope, input) => {
  const { companyId, filters, offset, limit } = input;
  const companyIds = filters === undefined ? undefined : await matchingCompaniesWithContacts(scope, filters);
  // Row-level security already keeps accounts apart; the condition lets the query use the index.
  const where = and(
    eq(contacts.clientId, scope.client.id),
    companyId === undefined ? undefined : eq(contacts.companyId, companyId),
    // One parameter: PostgreSQL refuses more than 65,535.
    companyIds === undefined ? undefined : sql`${contacts.companyId} = any(${sql.param(companyIds)}::text[])`,
  );
  return scope.read(async (tx) => {
    const rows = await tx
      .select({ ...getTableColumns(contacts), segments: segmentsOfContact, segmentPersonas: personasOfContact })
      .from(contacts)
      .where(where)
      .orderBy(desc(contacts.addedAt), contacts.contactId)
      .limit(limit)
      .offset(offset);
    const [total] = await tx.select({ count: count() }).from(contacts).where(where);
    return {
      contacts: rows.map((row) => toContact(row, seesPhoneNumbers(scope.client))),
      contactsCnt: total?.count ?? 0,
    };
  });
};

type ContactRow = typeof contacts.$inferSelect & { segments: string[]; segmentPersonas: string[] };

function toContact(row: ContactRow, hasPhones: boolean): Contact {
  return {
    contact_id: row.contactId,
    first_name: row.firstName ?? '',
    last_name: row.lastName ?? '',
    email: row.email,
    email_verification_status: verificationStatus.parse(row.emailVerificationStatus),
    position: row.position ?? '',
    country: row.country,
    location: row.location,
    tenure: row.tenureMonths,
    is_former_employment: row.isFormerEmployment,
    added_to_dataset_at: row.addedAt.toISOString(),
    person_url: row.personUrl,
    phone_number: hasPhones ? row.phoneNumber : null,
    segments: row.segments,
    segment_personas: row.segmentPersonas,
  };
}
