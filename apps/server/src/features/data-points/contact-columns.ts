import { sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { contactsSchemaOf } from '#server/features/accounts/contacts-schema.ts';
import { personasOfContact, segmentsOfContact } from '#server/features/companies/contact-segments.ts';
import type { ScopedClient } from '#server/platform/scope.ts';

/** The columns of contacts by field name. */
export const CONTACT_COLUMNS = {
  contact_id: contacts.contactId,
  first_name: contacts.firstName,
  last_name: contacts.lastName,
  position: contacts.position,
  email: contacts.email,
  email_verification_status: contacts.emailVerificationStatus,
  phone_number: contacts.phoneNumber,
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

/** True for the name of a column of contacts, also of one that only some accounts have. */
export const isContactColumn = (name: string): name is ContactColumn => Object.hasOwn(CONTACT_COLUMNS, name);

/** The columns of the account's contacts that people see, of which some accounts have more. */
export function visibleContactColumns(client: Pick<ScopedClient, 'featureFlags'>): ContactColumn[] {
  return contactsSchemaOf(client)
    .filter(({ isHiddenFromUser }) => !isHiddenFromUser)
    .map(({ fieldName }) => fieldName)
    .filter(isContactColumn);
}

/** A column of the account's contacts; undefined if they have no such column. */
export function contactColumn(client: Pick<ScopedClient, 'featureFlags'>, name: string): ContactColumn | undefined {
  const isKnown = contactsSchemaOf(client).some(({ fieldName }) => fieldName === name);
  return isKnown && isContactColumn(name) ? name : undefined;
}

/** List columns are described item by item. */
export const isContactList = (name: ContactColumn): boolean => LISTS.has(name);

/** The condition that a contact has a value in the column. */
export function hasContactValue(name: ContactColumn) {
  const column = CONTACT_COLUMNS[name];
  return isContactList(name) ? sql`cardinality(${column}) > 0` : sql`nullif(btrim(${column}::text), '') is not null`;
}
