import type * as contracts from '@quarry/contracts';
import { MAX_CHOSEN_COMPANIES } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { selectCompanies } from './select-companies.ts';

/** Returns the domains of a selection. */
export const listDomains: Verb<typeof contracts.listDomains> = async (scope, { companies }) => {
  const selected = await selectCompanies(scope, companies, MAX_CHOSEN_COMPANIES);
  return { domains: selected.map(({ domain }) => domain) };
};
