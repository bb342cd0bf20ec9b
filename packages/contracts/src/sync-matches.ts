import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { recordType } from './integrations.ts';
import { page } from './page.ts';
import { SYNC_ERRORS_PAGE_SIZE } from './sync-errors.ts';

const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();
const instant = z.string().nullable();

/** A record of the CRM that could be the company or person. */
export const matchCandidate = z.object({
  externalId: z.string(),
  name: z.string().nullable(),
  domain: z.string().nullable(),
  email: z.string().nullable(),
  createdAt: instant,
  lastModifiedAt: instant,
  contacts: count.nullable(),
});
export type MatchCandidate = z.infer<typeof matchCandidate>;

export const listAmbiguousMatches = endpoint({
  method: 'GET',
  path: '/app/integration-jobs/matches',
  summary: 'Records that several CRM records match',
  access: admin,
  audit: false,
  query: z.object({ integrationId: id, recordType: recordType.default('company'), ...page(SYNC_ERRORS_PAGE_SIZE) }),
  output: z.object({
    items: z.array(
      z.object({
        recordId: z.string(),
        record: z.string(),
        domain: z.string().nullable(),
        candidates: z.array(matchCandidate),
      }),
    ),
    count,
  }),
});

/** Links a record to one of its candidates, or has the next sync create a new one with `externalId: null`. */
export const resolveMatch = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/matches/resolve',
  summary: 'Choose the CRM record of a company or person',
  access: admin,
  audit: 'integration-job.match-resolved',
  body: z.object({ integrationId: id, recordType, recordId: id, externalId: z.string().min(1).max(100).nullable() }),
  output: z.object({ resolved: count }),
});

export const MATCH_RULES = ['OLDEST', 'MOST_RECENTLY_ACTIVE', 'MOST_CONTACTS'] as const;

/** Resolves all ambiguous records of a kind by a rule. */
export const resolveMatches = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/matches/resolve-all',
  summary: 'Choose the CRM records of all ambiguous records by a rule',
  access: admin,
  audit: 'integration-job.matches-resolved',
  body: z.object({ integrationId: id, recordType, rule: z.enum(MATCH_RULES) }),
  output: z.object({ resolved: count }),
});
