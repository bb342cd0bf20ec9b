import { and, eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personaCompanies } from '@quarry/postgres/tables/personas';
import type { PersonRef } from '../people/contact-provider.ts';
import { endSearch } from './end-search.ts';
import { type Finding, findContacts } from './find-contacts.ts';
import { holdSearch, includeContacts } from './include-contacts.ts';
import { areStatisticsDue, refreshStatistics } from './refresh-statistics.ts';
import type { Search } from './search.ts';
import { nextCompanies } from './segment-at-run.ts';

/** Companies per transaction: each costs some statements besides its rows, but keeps other writers of credits waiting. */
const BATCH_COMPANIES = 2_000;
/** Companies that are listed at a time. */
const LISTED_COMPANIES = 10_000;

/**
 * Searches the companies of the segment that are left. Returns false if something else applies by now, so that the
 * search must be looked at again.
 */
export async function runSearch(search: Search, onProgress: (companies: number) => void): Promise<boolean> {
  let finished = 0;
  let batches = 0;
  for await (const found of findAhead(search)) {
    search.signal.throwIfAborted();
    const outcome = await includeContacts(search, found.findings, found.phones);
    if (outcome !== 'INCLUDED') return outcome !== 'SUPERSEDED';
    finished += found.passed;
    onProgress(finished);
    batches += 1;
    if (areStatisticsDue(batches)) await refreshStatistics(search.db, search.clientId);
  }
  return complete(search);
}

interface Batch {
  readonly companyIds: readonly string[];
  /** With those before it that were finished earlier. */
  readonly passed: number;
}

/** The companies that are left, in the order of their ids. */
async function* batchesLeft(search: Search): AsyncGenerator<Batch> {
  const { segment, signal, warehouse } = search;
  let after = '0';
  let skipped = 0;
  for (;;) {
    const listed = await nextCompanies(warehouse, segment, after, { limit: LISTED_COMPANIES, lane: 'jobs', signal });
    const last = listed.at(-1);
    if (last === undefined) return;
    after = last;
    const left = await withoutFinished(search, listed);
    skipped += listed.length - left.length;
    for (let at = 0; at < left.length; at += BATCH_COMPANIES) {
      const companyIds = left.slice(at, at + BATCH_COMPANIES);
      yield { companyIds, passed: skipped + companyIds.length };
      skipped = 0;
    }
  }
}

async function withoutFinished({ db, clientId, persona }: Search, companyIds: readonly string[]): Promise<string[]> {
  const rows = await db.asClient(
    clientId,
    (tx) =>
      tx
        .select({ companyId: personaCompanies.companyId })
        .from(personaCompanies)
        .where(
          and(
            eq(personaCompanies.personaId, persona.id),
            eq(personaCompanies.revision, persona.revision),
            sql`${personaCompanies.companyId} = any(${sql.param(companyIds)}::text[])`,
          ),
        ),
    { readOnly: true },
  );
  const done = new Set(rows.map(({ companyId }) => companyId));
  return companyIds.filter((id) => !done.has(id));
}

interface FoundBatch extends Pick<Batch, 'passed'> {
  readonly findings: readonly Finding[];
  readonly phones: ReadonlyMap<string, string>;
}

/**
 * Finds contacts batch by batch; the next one while the last is written, unless its look-ups would be paid for in vain if
 * the search stops.
 */
async function* findAhead(search: Search): AsyncGenerator<FoundBatch> {
  const batches = batchesLeft(search);
  const findNext = async (): Promise<FoundBatch | null> => {
    const { value, done } = await batches.next();
    return done === true ? null : findBatch(search, value);
  };
  let ahead: Promise<FoundBatch | null> | null = null;
  try {
    for (;;) {
      const found = await (ahead ?? findNext());
      if (found === null) return;
      ahead = search.provider.hasFreeLookUps ? findNext() : null;
      // Its error is thrown when its turn comes.
      ahead?.catch(() => undefined);
      yield found;
    }
  } finally {
    // Nothing goes on behind a search that has ended.
    await ahead?.catch(() => undefined);
  }
}

async function findBatch(search: Search, { companyIds, passed }: Batch): Promise<FoundBatch> {
  const findings = await findContacts(search, companyIds);
  return { passed, findings, phones: await findPhones(search, findings) };
}

/** The numbers of included people whose number the account does not have yet. */
async function findPhones(
  { persona, provider, signal, db, clientId }: Search,
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, string>> {
  if (!persona.searchOptions.checkPhoneNumber) return new Map();
  const people = findings.flatMap(({ ranking }): readonly PersonRef[] => ranking);
  const ids = people.map(({ contactId }) => contactId);
  const known = await db.asClient(
    clientId,
    (tx) =>
      tx
        .select({ contactId: contacts.contactId })
        .from(contacts)
        .where(
          and(
            eq(contacts.clientId, clientId),
            sql`${contacts.contactId} = any(${sql.param(ids)}::text[])`,
            sql`${contacts.phoneNumber} is not null`,
          ),
        ),
    { readOnly: true },
  );
  const knownIds = new Set(known.map(({ contactId }) => contactId));
  return provider.lookUpPhones(
    people.filter(({ contactId }) => !knownIds.has(contactId)),
    signal,
  );
}

async function complete(search: Search): Promise<boolean> {
  return search.db.asClient(search.clientId, async (tx) => {
    const persona = await holdSearch(tx, search);
    if (persona === null) return false;
    await search.holdWork(tx);
    await endSearch(tx, persona, 'PASSED');
    return true;
  });
}
