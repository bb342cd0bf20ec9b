import { getCompany, getCompanySyncStatus, listContacts, searchCompanies } from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { readCompany } from './get-company.ts';
import { readCompanySyncStatus } from './get-company-sync-status.ts';
import { readContacts } from './list-contacts.ts';
import { search } from './search-companies.ts';

/** The companies explorer and its drawer. */
export const companyDoors: readonly Door[] = [
  door(searchCompanies, search),
  door(getCompany, readCompany),
  door(getCompanySyncStatus, readCompanySyncStatus),
  door(listContacts, readContacts),
];
