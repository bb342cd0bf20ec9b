import { ident, join, type Sql, sql, text, texts, uint, uints } from '@quarry/clickhouse';
import { z } from 'zod';
import { readTable, UNIVERSE } from '#server/features/universe/universe-table.ts';
import { type KnownPerson, type SoughtPerson, storedEmails, storedUrlPattern } from './known-person.ts';

/** Where the engine has people. */
export const PEOPLE = { database: UNIVERSE, name: 'team_members' } as const;

/** An entry about a person. */
export const personEntry = z.object({
  companyId: z.string(),
  itemId: z.string(),
  name: z.string(),
  position: z.string(),
  email: z.string(),
  personUrl: z.string(),
});
export type PersonEntry = z.infer<typeof personEntry>;

const ENTRY = sql`toString(company_id) AS companyId, toString(item_id) AS itemId, raw_name AS name, position, email,
  person_url AS personUrl`;

/** The sought entries, and those that may have the sought names; some have others. */
export function selectPeople({ emails, personUrls, entries }: SoughtPerson, limit: number): Sql {
  const pattern = storedUrlPattern(personUrls);
  const hasEmail = emails.length === 0 ? sql`false` : sql`lowerUTF8(trimBoth(email)) IN ${texts(storedEmails(emails))}`;
  const hasUrl = pattern === null ? sql`false` : sql`match(person_url, ${text(`(?i)${pattern}`)})`;
  const isEntry = entries.length === 0 ? sql`false` : isOf(entries);
  return sql`
    SELECT ${ENTRY}
    FROM ${readTable(PEOPLE.name)}
    WHERE ${hasEmail} OR ${hasUrl} OR (${isEntry})
    ORDER BY company_id, item_id
    LIMIT ${uint(limit)}`;
}

const isOf = (entries: KnownPerson['entries']): Sql =>
  sql`company_id IN ${uints(entries.map(({ companyId }) => companyId))}
    AND (company_id, item_id) IN arrayZip(${uints(entries.map(({ companyId }) => companyId))},
      ${uints(entries.map(({ itemId }) => itemId))})`;

/** The companies with this name or domain. */
export function selectCompaniesNamed(company: string, domain: string | null, limit: number): Sql {
  const hasDomain = domain === null ? sql`false` : sql`domain = ${text(domain)}`;
  return sql`
    SELECT toString(company_id) AS companyId
    FROM ${readTable('companies')}
    WHERE ${hasDomain} OR positionCaseInsensitiveUTF8(name, ${text(company)}) > 0
    ORDER BY lowerUTF8(name) = lowerUTF8(${text(company)}) DESC, company_id
    LIMIT ${uint(limit)}`;
}

/** Entries of companies with all these words in the name. */
export function selectPeopleNamed(words: readonly string[], companyIds: readonly string[], limit: number): Sql {
  const hasWords = words.map((word) => sql`positionCaseInsensitiveUTF8(raw_name, ${text(word)}) > 0`);
  return sql`
    SELECT ${ENTRY}
    FROM ${readTable(PEOPLE.name)}
    WHERE company_id IN ${uints(companyIds)} AND ${join(hasWords, ' AND ')}
    ORDER BY raw_name, company_id, item_id
    LIMIT ${uint(limit)}`;
}

/**
 * Replaces entries with newer, blank versions. A deleted entry would come back with the next source that has it, and the
 * ledger would report it as lost.
 */
export function blankPeople(entries: KnownPerson['entries']): Sql {
  return sql`
    INSERT INTO ${ident(PEOPLE.database, PEOPLE.name)} (company_id, item_id, is_current, is_synthetic, version)
    SELECT company_id, item_id, false, is_synthetic, version + 1
    FROM ${readTable(PEOPLE.name)}
    WHERE ${isOf(entries)}`;
}

/** Counts the stored versions of entries that still say something. */
export function countSpeaking(entries: KnownPerson['entries']): Sql {
  return sql`
    SELECT count() AS speaking FROM ${ident(PEOPLE.database, PEOPLE.name)}
    WHERE ${isOf(entries)} AND (raw_name, first_name, last_name, position, email, person_url, location) != ('', '', '', '', '', '', '')`;
}
