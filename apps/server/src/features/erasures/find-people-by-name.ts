import type * as contracts from '@quarry/contracts';
import { MAX_PEOPLE_BY_NAME } from '@quarry/contracts';
import { sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import { readCompanyNames } from '#server/features/segments/personas/contacts/company-names.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { Verb } from '#server/platform/mount.ts';
import { type PersonEntry, personEntry, selectCompaniesNamed, selectPeopleNamed } from './universe-people.sql.ts';

/** More companies than one person would name; the exact name comes first. */
const MAX_COMPANIES = 5_000;
const companyRow = z.object({ companyId: z.string() });

/** Finds people by the words of their name and their company, in the universe and among accounts' contacts. */
export const findPeopleByName: Verb<typeof contracts.findPeopleByName> = async (scope, { name, company }) => {
  const statement = { lane: 'analysis', signal: scope.request.signal } as const;
  const { warehouse } = scope;
  const domain = normaliseDomain(company)?.root ?? null;
  const named = await warehouse.rows(selectCompaniesNamed(company, domain, MAX_COMPANIES), companyRow, statement);
  const companyIds = named.map(({ companyId }) => companyId);
  if (companyIds.length === 0) return { people: [], hasMore: false };
  const words = name.split(/\s+/);
  const limit = MAX_PEOPLE_BY_NAME + 1;
  const known = await warehouse.rows(selectPeopleNamed(words, companyIds, limit), personEntry, statement);
  const owned = await scope.read((tx) => readContactsNamed(tx, words, companyIds, limit));
  // The universe knows more of people than accounts do.
  const byId = new Map([...owned, ...known].map((entry) => [entry.itemId, entry]));
  const found = [...byId.values()].sort((a, b) => a.name.localeCompare(b.name));
  const shown = found.slice(0, MAX_PEOPLE_BY_NAME);
  const ids = [...new Set(shown.map(({ companyId }) => companyId))];
  const companies = await readCompanyNames(warehouse, ids, statement);
  return {
    people: shown.map(({ itemId, ...entry }) => ({
      ...entry,
      contactId: itemId,
      companyName: companies.get(entry.companyId)?.name ?? '',
    })),
    hasMore: found.length > shown.length,
  };
};

async function readContactsNamed(
  tx: Transaction,
  words: readonly string[],
  companyIds: readonly string[],
  limit: number,
): Promise<PersonEntry[]> {
  const fullName = sql<string>`concat_ws(' ', ${contacts.firstName}, ${contacts.lastName})`;
  const hasWords = words.map((word) => sql`strpos(lower(${fullName}), lower(${word})) > 0`);
  const rows = await tx
    .select({
      companyId: contacts.companyId,
      itemId: contacts.contactId,
      name: fullName,
      position: contacts.position,
      email: contacts.email,
      personUrl: contacts.personUrl,
    })
    .from(contacts)
    .where(
      sql`${contacts.companyId} = any(${sql.param([...companyIds])}::text[]) and ${sql.join(hasWords, sql` and `)}`,
    )
    .orderBy(contacts.contactId)
    .limit(limit);
  return rows.map(({ position, email, personUrl, ...row }) => ({
    ...row,
    position: position ?? '',
    email: email ?? '',
    personUrl: personUrl ?? '',
  }));
}
