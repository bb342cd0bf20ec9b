import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { getCompany } from './get-company.ts';
import { getCompanySyncStatus } from './get-company-sync-status.ts';
import { listContacts } from './list-contacts.ts';
import { searchCompanies } from './search-companies.ts';

/** The companies page and its drawer. */
export const companyDoors: readonly Door[] = [
  door(contracts.searchCompanies, searchCompanies),
  door(contracts.getCompany, getCompany),
  door(contracts.getCompanySyncStatus, getCompanySyncStatus),
  door(contracts.listContacts, listContacts),
];
