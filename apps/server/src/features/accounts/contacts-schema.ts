import { FEATURE_FLAGS, type SchemaField } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { ScopedClient } from '#server/platform/scope.ts';
import { seesPhoneNumbers } from './phone-numbers.ts';

const field = (
  fieldName: string,
  displayName: string,
  type: SchemaField['type'],
  description: string,
  overrides: Partial<SchemaField> = {},
): SchemaField => ({
  fieldName,
  displayName,
  description,
  type,
  isHiddenFromUser: false,
  isSystem: false,
  isMappableInIntegration: true,
  isDefaultSortField: false,
  dataBlock: null,
  dataBlockField: null,
  fieldSource: 'SYSTEM',
  ccmName: null,
  dynamicConfig: null,
  mappings: [],
  customColumnDef: null,
  ...overrides,
});

const PHONE_NUMBER = 'phone_number';

const system = { isSystem: true };

const CONTACTS_SCHEMA: readonly SchemaField[] = [
  field('contact_id', 'Contact ID', 'String', 'Identifies the contact in this account.', {
    ...system,
    isMappableInIntegration: false,
    isHiddenFromUser: true,
  }),
  field('first_name', 'First name', 'String', 'Given name of the person.'),
  field('last_name', 'Last name', 'String', 'Family name of the person.'),
  field('position', 'Position', 'String', 'Job title at the company.'),
  field('email', 'Email', 'String', 'Work e-mail address.'),
  field(
    'email_verification_status',
    'Email verification status',
    'Picklist',
    'Result of the last check of the address: verified, invalid or other.',
  ),
  field(PHONE_NUMBER, 'Phone number', 'String', 'Business phone number of the person.'),
  field('country', 'Country', 'Picklist', 'Country where the person works.'),
  field('location', 'Location', 'String', 'Place where the person works.'),
  field('tenure', 'Tenure', 'Number', 'Months in the current position.'),
  field('is_former_employment', 'Former employment', 'Boolean', 'Whether the person has left the company.'),
  field('person_url', 'LinkedIn URL', 'String', 'Address of the professional-network profile.'),
  field('segments', 'Segments', 'Multipicklist', 'Segments for which the contact was found.', system),
  field('segment_personas', 'Personas', 'Multipicklist', 'Segment personas that the contact fits.', system),
  field('added_to_dataset_at', 'Added on', 'Date', 'When the contact was added to the account.', {
    ...system,
    isDefaultSortField: true,
  }),
];

/** The columns of an account's contacts: the same for every account, but only some have phone numbers. */
export function contactsSchemaOf(client: Pick<ScopedClient, 'featureFlags'>): SchemaField[] {
  return CONTACTS_SCHEMA.filter(({ fieldName }) => fieldName !== PHONE_NUMBER || seesPhoneNumbers(client));
}

/** The same for an account by its id, in a transaction. */
export async function readContactsSchema(tx: Transaction, clientId: string): Promise<SchemaField[]> {
  const [row] = await tx.select({ featureFlags: clients.featureFlags }).from(clients).where(eq(clients.id, clientId));
  return contactsSchemaOf({ featureFlags: FEATURE_FLAGS.filter((flag) => row?.featureFlags.includes(flag) === true) });
}
