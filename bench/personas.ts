/**
 * Searches for contacts with the universe's people, over HTTP: `npm run bench -- personas [companies]`, with three
 * contacts for each company. Budget: at least 5,000 companies a second at 10,000 companies, and no less than half of that
 * speed at any larger number.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { and, desc, eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { creditLedger } from '@quarry/postgres/tables/credits';
import { jobs } from '@quarry/postgres/tables/jobs';
import { z } from 'zod';
import { grantCredits } from '../apps/server/src/features/accounts/credits/grant-credits.ts';
import { personaSearch } from '../apps/server/src/features/segments/personas/persona-search.ts';
import { type Bench, openBench } from './open-bench.ts';

const GOAL = 5_000; // companies a second
const SIZES = [1_000, 10_000, 100_000];
const CONTACTS_PER_COMPANY = 3;
/** How often it is looked whether a search has ended: at its job, because counting its contacts would slow it down. */
const POLL_MS = 50;
const SEGMENTS = '/app/segments/items';
const CRITERIA = [
  {
    positionInclusionKeywords: ['sales', 'revenue', 'account executive', 'business development', 'head ** growth'],
    positionExclusionKeywords: ['assistant', 'intern'],
    seniorities: ['founder', 'owner', 'cSuite', 'vp', 'director', 'head'],
  },
  { positionInclusionKeywords: ['marketing', 'ceo', 'chief * officer', 'founder'] },
  { seniorities: ['cSuite', 'vp', 'director', 'head', 'manager'] },
];

const savedSegment = z.object({
  item: z.object({ id: z.string(), updateStatus: z.string(), sizeCompanies: z.number() }),
});
const savedPersona = z.object({
  item: z.object({ id: z.string(), searchStatus: z.string(), sizeContacts: z.number(), errorReason: z.unknown() }),
});

/** Forgets what earlier searches found, so that every contact is new. */
async function forgetContacts({ platform, client }: Bench, clientId: string): Promise<void> {
  await platform.db.asClient(clientId, (tx) => tx.delete(contacts).where(eq(contacts.clientId, clientId)));
  await platform.db.asSystem(async (tx) => {
    await tx.delete(creditLedger).where(eq(creditLedger.clientId, clientId));
    const amount = 100_000_000;
    const idempotencyKey = `bench:${client}:${Date.now()}`;
    await grantCredits(tx, { clientId, creditType: 'CONTACT', amount, actor: 'bench', idempotencyKey });
  });
  // An account does not find its look-ups full of deleted rows.
  await platform.db.pool.query('vacuum analyze contacts, credit_ledger, segment_contacts, persona_companies');
}

async function createSegment(bench: Bench, limit: number) {
  const saved = { name: `Bench ${limit} ${Date.now()}`, limitOptions: { limit } };
  const { item } = savedSegment.parse(await bench.post(SEGMENTS, saved));
  for (;;) {
    const found = savedSegment.parse(await bench.request('GET', `${SEGMENTS}/${item.id}`)).item;
    if (found.updateStatus === 'COMPLETE') return found;
    if (found.updateStatus === 'ERROR') throw new Error('The segment was not computed');
    await sleep(50);
  }
}

/** Waits until the job of the account's last search ends, and returns when that was. */
async function endOfSearch({ platform }: Bench, clientId: string): Promise<number> {
  const isSearch = and(eq(jobs.clientId, clientId), eq(jobs.type, personaSearch.type));
  for (;;) {
    const [last] = await platform.db.asSystem((tx) =>
      tx.select({ at: jobs.finishedAt }).from(jobs).where(isSearch).orderBy(desc(jobs.createdAt)).limit(1),
    );
    if (last?.at) return last.at.getTime();
    await sleep(POLL_MS);
  }
}

/** Returns the companies a second. */
async function search(
  bench: Bench,
  clientId: string,
  segment: { readonly id: string; readonly sizeCompanies: number },
): Promise<number> {
  const path = `${SEGMENTS}/${segment.id}/personas/items`;
  const searchOptions = { numContactsRequiredPerCompany: CONTACTS_PER_COMPANY };
  const { item } = savedPersona.parse(
    await bench.post(path, { name: 'Bench', criteriaGroups: CRITERIA, searchOptions }),
  );
  const start = Date.now();
  await bench.post(`${path}/${item.id}/start-search`, {});
  const seconds = ((await endOfSearch(bench, clientId)) - start) / 1_000;
  const persona = savedPersona.parse(await bench.request('GET', `${path}/${item.id}`)).item;
  const { searchStatus, sizeContacts, errorReason } = persona;
  if (searchStatus !== 'COMPLETE') throw new Error(`The search ended as ${searchStatus}: ${String(errorReason)}`);
  const speed = segment.sizeCompanies / seconds;
  const [companies, found, perSecond] = [segment.sizeCompanies, sizeContacts, Math.round(speed)].map((number) =>
    number.toLocaleString('en'),
  );
  console.log(`  ${companies} companies: ${found} contacts in ${seconds.toFixed(2)} s, ${perSecond} companies/s`);
  return speed;
}

export async function personas(companies: number): Promise<boolean> {
  const bench = await openBench(companies);
  let isWithin = true;
  try {
    const [client] = await bench.platform.db.asSystem((tx) =>
      tx.select({ id: clients.id }).from(clients).where(eq(clients.name, bench.client)),
    );
    if (client === undefined) throw new Error('There is no account to search for');
    const sizes = SIZES.filter((size) => size <= companies);
    for (const size of sizes.length === 0 ? [companies] : sizes) {
      await forgetContacts(bench, client.id);
      const segment = await createSegment(bench, size);
      const speed = await search(bench, client.id, segment);
      await bench.request('DELETE', `${SEGMENTS}/${segment.id}`);
      if (size >= 10_000 && speed < (size === 10_000 ? GOAL : GOAL / 2)) isWithin = false;
    }
    await forgetContacts(bench, client.id);
  } finally {
    await bench.close();
  }
  console.log(isWithin ? '  within the budget' : '  OUTSIDE the budget');
  return isWithin;
}
