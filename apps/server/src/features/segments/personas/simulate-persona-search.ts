import { IN_LARGE_BLOCKS } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas } from '@quarry/postgres/tables/personas';
import { z } from 'zod';
import { creditBalances } from '#server/features/accounts/credits/credit-balances.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { maximumCredits } from './maximum-credits.ts';
import { expectedContacts } from './people/candidates.sql.ts';
import { noPersona, noSegment, type PersonaRow, personaOf, readPersonaRow } from './persona.ts';
import { nextCompanies, readSegmentAtRun } from './search/segment-at-run.ts';

/** Companies per statement. */
const BATCH = 20_000;
const countsRow = z.object({ companies: z.number(), contacts: z.number(), owned: z.number() });

/** Counts what a search would find and cost if every candidate had an e-mail. Throws NOT_FOUND. */
export const simulatePersonaSearch: Verb<typeof contracts.simulatePersonaSearch> = async (scope, key) => {
  const { client, warehouse, request } = scope;
  const { persona, segment, balances } = await scope.read(async (tx) => {
    const [row] = await tx.select().from(personas).where(personaOf(client.id, key));
    if (row === undefined) throw noPersona(key.personaId);
    const found = await readSegmentAtRun(tx, client.id, key.segmentId);
    if (found === null) throw noSegment(key.segmentId);
    return { persona: readPersonaRow(row), segment: found, balances: await creditBalances(tx, client.id) };
  });
  const total = { companies: 0, companiesWithCandidates: 0, expectedContacts: 0, ownedContacts: 0 };
  let after = '0';
  for (;;) {
    const companyIds = await nextCompanies(warehouse, segment, after, {
      limit: BATCH,
      lane: 'analysis',
      signal: request.signal,
    });
    const last = companyIds.at(-1);
    if (last === undefined) break;
    after = last;
    const counts = await countBatch(scope, persona, companyIds);
    total.companies += companyIds.length;
    total.companiesWithCandidates += counts.companies;
    total.expectedContacts += counts.contacts;
    total.ownedContacts += counts.owned;
  }
  const cap = persona.searchOptions.maxCredits ?? Number.POSITIVE_INFINITY;
  return {
    ...total,
    expectedCredits: Math.min(total.expectedContacts - total.ownedContacts, cap),
    maximumCredits: maximumCredits(persona, total.companies),
    contactBalance: balances.CONTACT,
    phoneNumberBalance: balances.PHONE_NUMBER,
  };
};

async function countBatch(scope: ClientScope, persona: PersonaRow, companyIds: readonly string[]) {
  const owned = await scope.read((tx) =>
    tx
      .select({ contactId: contacts.contactId })
      .from(contacts)
      .where(
        and(eq(contacts.clientId, scope.client.id), sql`${contacts.companyId} = any(${sql.param(companyIds)}::text[])`),
      ),
  );
  const [counts] = await scope.warehouse.rows(
    expectedContacts({
      companyIds,
      groups: persona.criteriaGroups,
      perCompany: persona.searchOptions.numContactsRequiredPerCompany,
      ownedIds: owned.map(({ contactId }) => contactId),
    }),
    countsRow,
    { lane: 'analysis', signal: scope.request.signal, settings: IN_LARGE_BLOCKS },
  );
  return counts ?? { companies: 0, contacts: 0, owned: 0 };
}
