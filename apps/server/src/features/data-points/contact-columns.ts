import { sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personasOfContact, segmentsOfContact } from '#server/features/companies/contact-segments.ts';

/** The columns of contacts by field name. */
export const CONTACT_COLUMNS = {
  contact_id: contacts.contactId,
  first_name: contacts.firstName,
  last_name: contacts.lastName,
  position: contacts.position,
  email: contacts.email,
  email_verification_status: contacts.emailVerificationStatus,
  country: contacts.country,
  location: contacts.location,
  tenure: contacts.tenureMonths,
  is_former_employment: contacts.isFormerEmployment,
  person_url: contacts.personUrl,
  segments: segmentsOfContact,
  segment_personas: personasOfContact,
  added_to_dataset_at: contacts.addedAt,
} as const;

export type ContactColumn = keyof typeof CONTACT_COLUMNS;

const LISTS: ReadonlySet<string> = new Set<ContactColumn>(['segments', 'segment_personas']);

export const isContactColumn = (name: string): name is ContactColumn => Object.hasOwn(CONTACT_COLUMNS, name);

/** List columns are described item by item. */
export const isContactList = (name: ContactColumn): boolean => LISTS.has(name);

/** The condition that a contact has a value in the column. */
export function hasContactValue(name: ContactColumn) {
  const column = CONTACT_COLUMNS[name];
  return isContactList(name) ? sql`cardinality(${column}) > 0` : sql`nullif(btrim(${column}::text), '') is not null`;
}
