import type { StatementOptions } from '@quarry/clickhouse';
import { AppError, MAX_PERSON_ENTRIES } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import type { Platform } from '#server/platform/scope.ts';
import { normaliseEmail, normalisePersonUrl, type PersonNames } from '../person-identity.ts';
import { isSought, type KnownPerson, type SoughtNames } from './known-person.ts';
import { type PersonContact, readContactsOf } from './person-contacts.ts';
import { type PersonEntry, personEntry, selectPeople } from './universe-people.sql.ts';

/** A person with all entries in the universe and in accounts. */
export interface FoundPerson extends KnownPerson {
  readonly entries: PersonEntry[];
  readonly contacts: readonly PersonContact[];
}

/** Beyond this, the pattern of a profile matched too many others. */
const MAX_CANDIDATES = 10_000;

/**
 * Finds everything about the person with these names. Entries with one of them are the person's, and those with a profile
 * of such an entry, or with an address that only this person has. Throws CONFLICT if so many match that it cannot be one person.
 */
export async function findEverywhere(
  { db, warehouse }: Pick<Platform, 'db' | 'warehouse'>,
  sought: SoughtNames,
  statement: StatementOptions,
): Promise<FoundPerson> {
  async function readPeople(names: SoughtNames): Promise<PersonEntry[]> {
    if (names.emails.length + names.personUrls.length === 0) return [];
    const rows = await warehouse.rows(selectPeople(names, MAX_CANDIDATES), personEntry, statement);
    return rows.filter((row) => isSought(row, names));
  }
  const readContacts = (names: SoughtNames, itemIds: readonly string[]) =>
    db.asSystem((tx: Transaction) => readContactsOf(tx, names, itemIds), { readOnly: true });

  const first = [...(await readPeople(sought)), ...(await readContacts(sought, []))];
  assertOnePerson(first.length);
  const personUrls = distinct([...sought.personUrls, ...first.flatMap(urlOf)]);
  const certain = await readPeople({ emails: sought.emails, personUrls });
  assertOnePerson(certain.length);
  // Of the addresses that were not given, one that another profile has too is not the person's alone.
  const further = distinct([...first, ...certain].flatMap(emailOf)).filter((email) => !sought.emails.includes(email));
  const likely = await readPeople({ emails: further, personUrls: [] });
  const others = likely.filter((entry) => urlOf(entry).some((url) => !personUrls.includes(url)));
  const shared = new Set(others.flatMap(emailOf));
  const own = likely.filter((entry) => emailOf(entry).every((email) => !shared.has(email)));
  const entries = [
    ...new Map([...certain, ...own].map((entry) => [`${entry.companyId} ${entry.itemId}`, entry])).values(),
  ];
  const emails = [...sought.emails, ...further.filter((email) => !shared.has(email))];
  const itemIds = entries.map(({ itemId }) => itemId);
  const contacts = await readContacts({ emails, personUrls }, itemIds);
  assertOnePerson(Math.max(entries.length, contacts.length));
  return { emails, personUrls, entries, contacts };
}

function assertOnePerson(matches: number): void {
  if (matches <= MAX_PERSON_ENTRIES) return;
  throw new AppError(
    'CONFLICT',
    `More than ${MAX_PERSON_ENTRIES} entries have this address or profile, so it is not one person's. Please give another one.`,
    { limit: MAX_PERSON_ENTRIES },
  );
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const emailOf = ({ email }: PersonNames): string[] => {
  const normal = email === null ? null : normaliseEmail(email);
  return normal === null ? [] : [normal];
};
const urlOf = ({ personUrl }: PersonNames): string[] => {
  const normal = personUrl === null ? null : normalisePersonUrl(personUrl);
  return normal === null ? [] : [normal];
};
