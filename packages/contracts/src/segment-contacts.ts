import { z } from 'zod';
import { companyId } from './companies.ts';
import { endpoint } from './endpoint.ts';

const access = { kind: 'client' } as const;
const count = z.number().int().nonnegative();
const id = z.string().min(1).max(100);
const ofSegment = z.object({ segmentId: id });

export const SEGMENT_CONTACTS_PAGE_SIZE = 50;

export const INCLUSION_STATUSES = ['INCLUDED', 'WAS_INCLUDED_REMOVED', 'CANDIDATE_CHECKED_NOT_INCLUDED'] as const;
export type InclusionStatus = (typeof INCLUSION_STATUSES)[number];

export const REMOVED_REASONS = [
  'CONTACT_NO_LONGER_MATCH_CRITERIA',
  'COMPANY_REMOVED_FROM_SEGMENT',
  'EMAIL_NO_LONGER_VALID',
  'CONTACTS_PER_COMPANY_REDUCED',
  'CONTACT_DELETED_ON_REQUEST',
] as const;
export type RemovedReason = (typeof REMOVED_REASONS)[number];

/** A person that a persona found at a company of a segment. Only owned contacts have e-mail and phone. */
export const segmentContact = z.object({
  contact_id: z.string(),
  raw_name: z.string(),
  person_url: z.string().nullable(),
  first_name: z.string(),
  last_name: z.string(),
  company_id: z.string(),
  company_name: z.string(),
  company_domain: z.string(),
  company_linked_in_id: z.string().nullable(),
  persona_id: z.string(),
  persona_name: z.string(),
  /** 1 for the best of the included people at the company; null for others. */
  persona_rank: z.number().int().nullable(),
  email: z.string().nullable(),
  email_verification_status: z.enum(['verified', 'invalid', 'other']).nullable(),
  /** Null without the feature phoneNumbers. */
  phone_number: z.string().nullable(),
  position: z.string(),
  seniority: z.string().nullable(),
  country: z.string().nullable(),
  inclusion_status: z.enum(INCLUSION_STATUSES),
  included_at: z.string().nullable(),
  removed_at: z.string().nullable(),
  removed_reason: z.enum(REMOVED_REASONS).nullable(),
});
export type SegmentContact = z.infer<typeof segmentContact>;

export const SEGMENT_CONTACT_SORTS = [
  'raw_name',
  'first_name',
  'last_name',
  'company_name',
  'company_domain',
  'persona_name',
  'persona_rank',
  'email',
  'email_verification_status',
  'position',
  'seniority',
  'country',
  'inclusion_status',
  'included_at',
  'removed_at',
] as const;

/** The people of a segment, one row for each persona that found them. */
export const listSegmentContacts = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/contacts',
  summary: 'The contacts of a segment',
  access,
  audit: false,
  isCompressed: true,
  params: ofSegment,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(SEGMENT_CONTACTS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    /** A persona's id. */
    persona: id.optional(),
    sortby: z.enum(SEGMENT_CONTACT_SORTS).default('included_at'),
    sortdirection: z.enum(['asc', 'desc']).default('desc'),
    include_active: z.stringbool().default(true),
    include_removed: z.stringbool().default(false),
    include_checked: z.stringbool().default(false),
  }),
  output: z.object({ items: z.array(segmentContact), count, countCompanies: count }),
});

/** Everybody found at one company of a segment, also those who were checked and not included. */
export const listCompanySegmentContacts = endpoint({
  method: 'GET',
  path: '/app/segments/items/:segmentId/all-contacts',
  summary: 'Everybody found at one company of a segment',
  access,
  audit: false,
  isCompressed: true,
  params: ofSegment,
  query: z.object({
    company_id: companyId,
    limit: z.coerce.number().int().min(1).max(100).default(SEGMENT_CONTACTS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(segmentContact), count }),
});
