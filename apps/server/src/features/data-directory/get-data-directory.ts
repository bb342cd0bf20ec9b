import type * as contracts from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { companyCoverage } from './company-coverage.ts';
import { contactCoverage } from './contact-coverage.ts';

/** Returns the coverage of all columns, and the sourcing criteria. */
export const getDataDirectory: Verb<typeof contracts.getDataDirectory> = async (scope) => {
  const [companies, contacts, sourcingCriteria] = await Promise.all([
    companyCoverage(scope),
    contactCoverage(scope),
    readSourcingCriteria(scope),
  ]);
  return { companies, contacts, sourcingCriteria };
};

/** Null if markets source companies instead, and if there are no rules. */
async function readSourcingCriteria(scope: ClientScope): Promise<FilterGroup | null> {
  if (scope.client.featureFlags.includes('useMarketsForSourcing')) return null;
  const { sourcingCriteria } = await scope.read((tx) => readSavedConfigs(tx, scope.client.id));
  return sourcingCriteria === null || countRules(sourcingCriteria) === 0 ? null : sourcingCriteria;
}
