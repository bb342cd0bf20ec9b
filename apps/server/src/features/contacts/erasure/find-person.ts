import type * as contracts from '@quarry/contracts';
import { z } from 'zod';
import type { Verb } from '#server/platform/mount.ts';
import { findErased } from './erased-people.ts';
import { findEverywhere } from './find-everywhere.ts';
import { soughtNames } from './known-person.ts';
import { selectCompanyNames } from './universe-people.sql.ts';

const companyRow = z.object({ companyId: z.string(), name: z.string() });

/** Says where a person is known. Throws VALIDATION_FAILED, and CONFLICT if too many entries match. */
export const findPerson: Verb<typeof contracts.findPerson> = async (scope, input) => {
  const sought = soughtNames(input);
  const statement = { lane: 'analysis', signal: scope.request.signal } as const;
  const { emails, personUrls, entries, contacts } = await findEverywhere(scope, sought, statement);
  const companyIds = [...new Set(entries.map(({ companyId }) => companyId))];
  const companies =
    companyIds.length === 0 ? [] : await scope.warehouse.rows(selectCompanyNames(companyIds), companyRow, statement);
  const nameOf = new Map(companies.map(({ companyId, name }) => [companyId, name]));
  const byClient = Map.groupBy(contacts, ({ clientName }) => clientName);
  const given = { key: 'given', email: sought.emails[0] ?? null, personUrl: sought.personUrls[0] ?? null };
  const erased = await scope.read((tx) => findErased(tx, [given]));
  return {
    emails: [...emails],
    personUrls: [...personUrls],
    people: entries.map(({ itemId: _itemId, ...entry }) => ({
      ...entry,
      companyName: nameOf.get(entry.companyId) ?? '',
    })),
    accounts: [...byClient].map(([clientName, rows]) => ({ clientName, contacts: rows.length })),
    isErased: erased.size > 0,
  };
};
