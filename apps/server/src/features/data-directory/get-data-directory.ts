import type * as contracts from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { companyCoverage } from './company-coverage.ts';
import { contactCoverage } from './contact-coverage.ts';

/** Reads what the data directory shows beside the account's schema. */
export const getDataDirectory: Verb<typeof contracts.getDataDirectory> = async (scope) => {
  const [companies, people, sourcingCriteria] = await Promise.all([
    companyCoverage(scope),
    contactCoverage(scope),
    readSourcingCriteria(scope),
  ]);
  return { companies, contacts: people, sourcingCriteria };
};

/** What companies are sourced by; null where markets do that, and where there are no rules. */
async function readSourcingCriteria(scope: ClientScope): Promise<FilterGroup | null> {
  if (scope.client.featureFlags.includes('useMarketsForSourcing')) return null;
  const { sourcingCriteria } = await scope.read((tx) => readSavedConfigs(tx, scope.client.id));
  return sourcingCriteria === null || countRules(sourcingCriteria) === 0 ? null : sourcingCriteria;
}
