import * as contracts from '@quarry/contracts';
import { type Door, door } from '#server/platform/mount.ts';
import { excludeCompanies } from './exclude-companies.ts';
import { getCompany } from './get-company.ts';
import { listContacts } from './list-contacts.ts';
import { listDomains } from './list-domains.ts';
import { listExcludedCompanies } from './list-excluded-companies.ts';
import { restoreCompanies } from './restore-companies.ts';
import { searchCompanies } from './search-companies.ts';

/** The companies page and its drawer. */
export const companyDoors: readonly Door[] = [
  door(contracts.searchCompanies, searchCompanies),
  door(contracts.getCompany, getCompany),
  door(contracts.listContacts, listContacts),
  door(contracts.listDomains, listDomains),
  door(contracts.excludeCompanies, excludeCompanies),
  door(contracts.restoreCompanies, restoreCompanies),
  door(contracts.listExcludedCompanies, listExcludedCompanies),
];
