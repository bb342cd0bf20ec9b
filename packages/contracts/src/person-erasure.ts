import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const access = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
/** At least one is needed. */
const names = {
  email: z.string().max(320).optional(),
  /** The address of a profile. */
  personUrl: z.string().max(2_048).optional(),
};

export const ERASURE_NOTE_MAX = 500;
/** One person has fewer entries; more means that the name is shared, such as `info@`. */
export const MAX_PERSON_ENTRIES = 200;

/**
 * Says where a person is known, as a dry run of `erasePerson`. Entries with the given address or profile are the
 * person's, and those with a profile of one of these, or with an address that only these profiles have.
 */
export const findPerson = endpoint({
  method: 'POST',
  path: '/admin/people/find',
  summary: 'Where a person is known',
  access,
  audit: false,
  body: z.object(names),
  output: z.object({
    /** By what the person would be recognised and kept away. */
    emails: z.array(z.string()),
    personUrls: z.array(z.string()),
    /** Entries in the universe. */
    people: z.array(
      z.object({
        companyId: z.string(),
        companyName: z.string(),
        name: z.string(),
        position: z.string(),
        email: z.string(),
        personUrl: z.string(),
      }),
    ),
    /** Accounts with contacts that are this person. */
    accounts: z.array(z.object({ clientName: z.string(), contacts: z.number().int() })),
    /** A person with the given address or profile was erased before. */
    isErased: z.boolean(),
  }),
});

/**
 * Deletes what `findPerson` finds, in the universe and in every account, and keeps hashes of the addresses and profiles,
 * so that nothing brings the person back. The job can be followed in the list of system jobs.
 */
export const erasePerson = endpoint({
  method: 'POST',
  path: '/admin/people/erase',
  summary: 'Delete all data of a person',
  access,
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
