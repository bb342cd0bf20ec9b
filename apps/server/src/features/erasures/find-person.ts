import type * as contracts from '@quarry/contracts';
import { findErased } from '#server/features/contacts/erased-people.ts';
import { readCompanyNames } from '#server/features/segments/personas/contacts/company-names.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readCrmRecords } from './crm-records.ts';
import { findEverywhere } from './find-everywhere.ts';
import { readHoldings } from './holdings.ts';
import { soughtOf } from './known-person.ts';

/** Says where a person is known. Throws VALIDATION_FAILED, and CONFLICT if too many entries match. */
export const findPerson: Verb<typeof contracts.findPerson> = async (scope, input) => {
  const sought = soughtOf(input);
  const statement = { lane: 'analysis', signal: scope.request.signal } as const;
  const person = await findEverywhere(scope, sought, statement);
  const { emails, personUrls, entries } = person;
  const companyIds = [...new Set(entries.map(({ companyId }) => companyId))];
  const companies = await readCompanyNames(scope.warehouse, companyIds, statement);
  // Any of the names, because an entry that was given may have others than the caller knows.
  const names = [
    ...emails.map((email) => ({ key: email, email, personUrl: null })),
    ...personUrls.map((personUrl) => ({ key: personUrl, email: null, personUrl })),
  ];
  return scope.read(async (tx) => ({
    emails: [...emails],
    personUrls: [...personUrls],
    people: entries.map(({ itemId, ...entry }) => ({
      ...entry,
      contactId: itemId,
      companyName: companies.get(entry.companyId)?.name ?? '',
    })),
    accounts: await readHoldings(tx, person),
    crmRecords: await readCrmRecords(tx, scope.config, person.contactIds),
    isErased: (await findErased(tx, names)).size > 0,
  }));
};
