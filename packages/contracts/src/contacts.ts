import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { companyId } from './companies.ts';
import { endpoint } from './endpoint.ts';

export const CONTACTS_PAGE_SIZE = 10;

/** Whether an e-mail address reaches its person; `other` if that cannot be told. */
const EMAIL_VERIFICATION_STATUSES = ['verified', 'invalid', 'other'] as const;
export type EmailVerificationStatus = (typeof EMAIL_VERIFICATION_STATUSES)[number];

/** A person that the account owns as a contact. `tenure` is in months. */
export const contact = z.object({
  contact_id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  email_verification_status: z.enum(EMAIL_VERIFICATION_STATUSES).nullable(),
  position: z.string(),
  country: z.string().nullable(),
  location: z.string().nullable(),
  tenure: z.number().int().nullable(),
  is_former_employment: z.boolean(),
  added_to_dataset_at: z.string(),
  person_url: z.string().nullable(),
  /** Null without the feature phoneNumbers. */
  phone_number: z.string().nullable(),
  segments: z.array(z.string()),
  segment_personas: z.array(z.string()),
});
export type Contact = z.infer<typeof contact>;

/** The longest filter that fits into an address, as JSON. */
const MAX_FILTER_TEXT = 12_000;

/** Filters as JSON text, for an address. */
const filtersText = z
  .string()
  .max(MAX_FILTER_TEXT, `Filters in an address can have at most ${MAX_FILTER_TEXT} characters`)
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('The filters are not valid JSON');
      return z.NEVER;
    }
  })
  .pipe(filterGroup);

/** The account's contacts at one company, or a sample of all, if wanted only at companies that match filters. */
export const listContacts = endpoint({
  method: 'GET',
  path: '/app/contacts',
  summary: 'The contacts that the account owns',
  access: { kind: 'client' },
  audit: false,
  isCompressed: true,
  query: z.object({
    companyId: companyId.optional(),
    /** A filter group over the dataset, as JSON. */
    filters: filtersText.optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(100).default(CONTACTS_PAGE_SIZE),
  }),
  output: z.object({ contacts: z.array(contact), contactsCnt: z.number().int() }),
});
