import { IN_LARGE_BLOCKS, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { bestCandidates, reachability } from './candidates.sql.ts';
import type { Candidate, ContactProvider, FoundEmail } from './contact-provider.ts';

const filled = z.string().transform((value) => (value === '' ? null : value));

const emailStatus = z.enum(['verified', 'invalid', 'other', '']);

const candidateRow = z
  .object({
    companyId: z.string(),
    contactId: z.string(),
    groupAt: z.number(),
    rawName: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    personUrl: filled,
    position: z.string(),
    seniority: filled,
    country: filled,
    location: filled,
    tenureMonths: z.number().nullable(),
    address: z.string(),
    status: emailStatus,
  })
  .transform(({ address, status, ...person }): Candidate => ({ ...person, email: toFoundEmail(address, status) }));

const reachRow = z.object({ contactId: z.string(), address: z.string(), status: emailStatus, phone: z.string() });

const toFoundEmail = (address: string, status: z.output<typeof emailStatus>): FoundEmail | null =>
  address === '' ? null : { email: address, status: status === '' ? 'other' : status };

/** The people that the universe knows. */
export function universePeople(warehouse: Warehouse): ContactProvider {
  return {
    hasFreeLookUps: true,
    async findCandidates(request, signal) {
      const rows = await warehouse.rows(bestCandidates(request), candidateRow, {
        lane: 'jobs',
        signal,
        settings: IN_LARGE_BLOCKS,
      });
      return Map.groupBy(rows, ({ companyId }) => companyId);
    },
    async lookUpEmails(people, signal) {
      if (people.length === 0) return new Map();
      const rows = await warehouse.rows(reachability(people), reachRow, { lane: 'jobs', signal });
      return new Map(
        rows.flatMap(({ contactId, address, status }): [string, FoundEmail][] => {
          const found = toFoundEmail(address, status);
          return found === null ? [] : [[contactId, found]];
        }),
      );
    },
    async lookUpPhones(people, signal) {
      if (people.length === 0) return new Map();
      const rows = await warehouse.rows(reachability(people), reachRow, { lane: 'jobs', signal });
      return new Map(
        rows.flatMap(({ contactId, phone }): [string, string][] => (phone === '' ? [] : [[contactId, phone]])),
      );
    },
  };
}
