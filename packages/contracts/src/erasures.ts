import { z } from 'zod';
import { companyId, isStoredId } from './companies.ts';
import { endpoint } from './endpoint.ts';
import { integrationType } from './integrations.ts';
import { job } from './jobs.ts';

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();

/** At least one is needed. */
const names = {
  email: z.string().max(320).optional(),
  /** The address of a profile, or a LinkedIn id. */
  personUrl: z.string().max(2_048).optional(),
  /** One of those that `findPeopleByName` returned, for people without address and profile. */
  entry: z.object({ companyId, contactId: z.string().refine(isStoredId, 'Not a contact id') }).optional(),
};

export const ERASURE_NOTE_MAX = 500;
/** One person has fewer entries; more means that the name is shared, such as `info@`. */
export const MAX_PERSON_ENTRIES = 200;
export const MAX_PEOPLE_BY_NAME = 50;
export const ERASURES_PAGE_SIZE = 20;

/** A person at a company, as the universe or an account has them. */
const personEntry = z.object({
  companyId: z.string(),
  contactId: z.string(),
  companyName: z.string(),
  name: z.string(),
  position: z.string(),
  email: z.string(),
  personUrl: z.string(),
});
export type PersonEntry = z.infer<typeof personEntry>;

/** A record of the person that an account's CRM has, which is the account's to delete. */
export const crmRecord = z.object({
  clientName: z.string(),
  integrationType,
  externalId: z.string().nullable(),
  /** Null if the address of the CRM is not known, or a sync was sending the person at that moment. */
  url: z.string().nullable(),
});
export type CrmRecord = z.infer<typeof crmRecord>;

/**
 * People whose name has all these words, at companies with this name or domain, so that staff can choose one for
 * `findPerson`.
 */
export const findPeopleByName = endpoint({
  method: 'POST',
  path: '/admin/people/find-by-name',
  summary: 'People by name and company',
  access: view,
  audit: false,
  body: z.object({
    name: z.string().trim().min(2, 'Please give a name').max(200, 'A name can have at most 200 characters'),
    company: z
      .string()
      .trim()
      .min(2, 'Please give the name or domain of a company')
      .max(255, 'A company can have at most 255 characters'),
  }),
  output: z.object({
    people: z.array(personEntry),
    /** There are more than `MAX_PEOPLE_BY_NAME`. */
    hasMore: z.boolean(),
  }),
});

/**
 * Says where a person is known, as a dry run of `erasePerson`. Entries with the given address or profile are the
 * person's, and those with a profile of one of these, or with an address that only these profiles have.
 */
export const findPerson = endpoint({
  method: 'POST',
  path: '/admin/people/find',
  summary: 'Where a person is known',
  access: view,
  audit: false,
  body: z.object(names),
  output: z.object({
    /** By what the person would be recognised and kept away. */
    emails: z.array(z.string()),
    personUrls: z.array(z.string()),
    /** Entries in the universe. */
    people: z.array(personEntry),
    /** Accounts that know the person, by name. */
    accounts: z.array(
      z.object({
        clientName: z.string(),
        contacts: count,
        /** Names of the segments with the person, also as somebody who was checked or removed. */
        segments: z.array(z.string()),
        /** Exports of people whose files would be removed, because one of them may be this person. */
        exports: count,
        /** Entries of the account's do-not-contact list; they stay. */
        suppressions: z.array(z.string()),
      }),
    ),
    crmRecords: z.array(crmRecord),
    /** A person with the given address or profile was erased before. */
    isErased: z.boolean(),
  }),
});

/**
 * Deletes what `findPerson` finds, in the universe and in every account, and keeps hashes of the addresses and profiles,
 * so that nothing brings the person back. `listErasures` shows its progress. Throws NOT_FOUND for an entry that does not
 * exist.
 */
export const erasePerson = endpoint({
  method: 'POST',
  path: '/admin/people/erase',
  summary: 'Delete all data of a person',
  access: edit,
  audit: 'person.erasure-requested',
  body: z.object({
    ...names,
    /** Why, e.g. the number of the request. It stays in the audit trail, so it should not name the person. */
    note: z
      .string()
      .trim()
      .min(1, 'Please say why, e.g. by the number of the request')
      .max(ERASURE_NOTE_MAX, `A note can have at most ${ERASURE_NOTE_MAX} characters`),
  }),
  output: z.object({ jobId: z.string() }),
});

const erasure = z.object({
  jobId: z.string(),
  requestedAt: z.string(),
  requestedBy: z.string(),
  note: z.string(),
  /** Null once the job was deleted, 90 days after its end. */
  job: job.pick({ status: true, progress: true, message: true, error: true, finishedAt: true }).nullable(),
  /** What was deleted; null until then. */
  result: z.object({ entries: count, accounts: count, rows: count, crmRecords: count }).nullable(),
  /** Where the person still stands; kept as long as the job. */
  crmRecords: z.array(crmRecord),
});
export type Erasure = z.infer<typeof erasure>;

/** The requested deletions, newest first: who and when, but not whom. */
export const listErasures = endpoint({
  method: 'GET',
  path: '/admin/people/erasures',
  summary: 'The requested deletions of people',
  access: view,
  audit: false,
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(ERASURES_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(erasure), count }),
});
