import type { StatementOptions } from '@quarry/clickhouse';
import { AppError, MAX_PERSON_ENTRIES } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { normaliseEmail, normalisePersonUrl, type PersonNames } from '#server/features/contacts/person-identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { isSought, type KnownPerson, type SoughtNames, type SoughtPerson } from './known-person.ts';
import { readContactsOf } from './person-contacts.ts';
import { type PersonEntry, personEntry, selectPeople } from './universe-people.sql.ts';

/** A person with all entries in the universe. */
export interface FoundPerson extends KnownPerson {
  readonly entries: PersonEntry[];
}

/** Beyond this, the pattern of a profile matched too many others. */
const MAX_CANDIDATES = 10_000;

/**
 * Finds everything about the person with these names and entries. Entries with one of the names are the person's, and
 * those with a profile of such an entry, or with an address that only this person has. Throws CONFLICT if so many match
 * that it cannot be one person.
 */
export async function findEverywhere(
  { db, warehouse }: Pick<Platform, 'db' | 'warehouse'>,
  sought: SoughtPerson,
  statement: StatementOptions,
): Promise<FoundPerson> {
  const given = new Set(sought.entries.map(keyOf));
  async function readPeople(names: SoughtPerson): Promise<PersonEntry[]> {
    if (names.emails.length + names.personUrls.length + names.entries.length === 0) return [];
    const rows = await warehouse.rows(selectPeople(names, MAX_CANDIDATES), personEntry, statement);
    return rows.filter((row) => isSought(row, names) || (given.has(keyOf(row)) && !isErased(row)));
  }
  const readContacts = (names: SoughtNames, itemIds: readonly string[]) =>
    db.asSystem((tx: Transaction) => readContactsOf(tx, names, itemIds), { readOnly: true });

  const givenIds = sought.entries.map(({ itemId }) => itemId);
  const first = [...(await readPeople(sought)), ...(await readContacts(sought, givenIds))];
  assertOnePerson(first.length);
  const personUrls = distinct([...sought.personUrls, ...first.flatMap(urlOf)]);
  const certain = await readPeople({ ...sought, personUrls });
  assertOnePerson(certain.length);
  // Of the addresses that were not given, one that another profile has too is not the person's alone.
  const further = distinct([...first, ...certain].flatMap(emailOf)).filter((email) => !sought.emails.includes(email));
  const likely = await readPeople({ emails: further, personUrls: [], entries: [] });
  const others = likely.filter((entry) => urlOf(entry).some((url) => !personUrls.includes(url)));
  const shared = new Set(others.flatMap(emailOf));
  const own = likely.filter((entry) => emailOf(entry).every((email) => !shared.has(email)));
  const entries = [...new Map([...certain, ...own].map((entry) => [keyOf(entry), entry])).values()];
  const emails = [...sought.emails, ...further.filter((email) => !shared.has(email))];
  const itemIds = [...givenIds, ...entries.map(({ itemId }) => itemId)];
  const contacts = await readContacts({ emails, personUrls }, itemIds);
  assertOnePerson(Math.max(entries.length, contacts.length));
  const contactIds = distinct([...itemIds, ...contacts.map(({ contactId }) => contactId)]);
  return { emails, personUrls, entries, contactIds };
}

function assertOnePerson(matches: number): void {
  if (matches <= MAX_PERSON_ENTRIES) return;
  throw new AppError(
    'CONFLICT',
    `More than ${MAX_PERSON_ENTRIES} entries have this address or profile, so it is not one person's. Please give another one.`,
    { limit: MAX_PERSON_ENTRIES },
  );
}

/** A blank entry took the place of one that was erased. */
const isErased = ({ name, email, personUrl }: PersonEntry): boolean => `${name}${email}${personUrl}` === '';
const keyOf = ({ companyId, itemId }: KnownPerson['entries'][number]): string => `${companyId} ${itemId}`;
const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const emailOf = ({ email }: PersonNames): string[] => {
  const normal = email === null ? null : normaliseEmail(email);
  return normal === null ? [] : [normal];
};
const urlOf = ({ personUrl }: PersonNames): string[] => {
  const normal = personUrl === null ? null : normalisePersonUrl(personUrl);
  return normal === null ? [] : [normal];
};
