import { z } from 'zod';
import { companyId } from './companies.ts';
import { endpoint } from './endpoint.ts';

export const CONTACTS_PAGE_SIZE = 10;

/** A person that the account owns as a contact. `tenure` is in months. */
export const contact = z.object({
  contact_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  email_verification_status: z.enum(['verified', 'invalid', 'other']).nullable(),
  position: z.string(),
  country: z.string().nullable(),
  location: z.string().nullable(),
  tenure: z.number().int().nullable(),
  is_former_employment: z.boolean(),
  added_to_dataset_at: z.string(),
  person_url: z.string().nullable(),
  segments: z.array(z.string()),
  segment_personas: z.array(z.string()),
});
export type Contact = z.infer<typeof contact>;

/** The account's contacts at one company, or a sample of all. */
export const listContacts = endpoint({
  method: 'GET',
  path: '/app/contacts',
  summary: 'The contacts that the account owns',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  query: z.object({
    companyId: companyId.optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(CONTACTS_PAGE_SIZE),
  }),
  output: z.object({ contacts: z.array(contact), contactsCnt: z.number().int() }),
});
