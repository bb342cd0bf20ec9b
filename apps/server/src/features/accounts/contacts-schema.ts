import type { SchemaField } from '@quarry/contracts';

const field = (
  fieldName: string,
  displayName: string,
  type: SchemaField['type'],
  description: string,
  more: Partial<SchemaField> = {},
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
  ...more,
});

const own = { isSystem: true, isMappableInIntegration: false };

/** The columns of contacts; the same for every account. */
export const CONTACTS_SCHEMA: readonly SchemaField[] = [
  field('contact_id', 'Contact ID', 'String', 'Identifies the contact in this account.', {
    ...own,
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
  field('country', 'Country', 'Picklist', 'Country that the person works in.'),
  field('location', 'Location', 'String', 'Place that the person works in.'),
  field('tenure', 'Tenure', 'Number', 'Months in the current position.'),
  field('is_former_employment', 'Former employment', 'Boolean', 'Whether the person has left the company.'),
  field('person_url', 'LinkedIn URL', 'String', 'Address of the professional-network profile.'),
  field('segments', 'Segments', 'Multipicklist', 'Segments that the contact was found for.', own),
  field('segment_personas', 'Personas', 'Multipicklist', 'Personas of segments that the contact fits.', own),
  field('added_to_dataset_at', 'Added on', 'Date', 'When the contact was added to the account.', {
    ...own,
    isDefaultSortField: true,
  }),
];
