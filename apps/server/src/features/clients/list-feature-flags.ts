import type * as contracts from '@quarry/contracts';
import { FEATURE_FLAGS, type FeatureFlag } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';

const DESCRIPTIONS: Readonly<Record<FeatureFlag, string>> = {
  openInLinkedInSalesNav: 'Opens selected companies in LinkedIn Sales Navigator',
  companiesListTabs: 'Shows tabs for newly sourced and recently updated companies',
  dataExplorerPrototype: 'Lets administrators add and remove data points',
  crmDataIngestion: 'Imports fields and companies from the CRM',
  useMarketsForSourcing: 'Only markets bring in companies; the sourcing criteria are not used',
  phoneNumbers: 'Finds phone numbers of contacts',
  marketsBetaAccess: 'Shows markets and lets people define and publish them',
  marketsDemoAccess: 'Shows markets to staff only',
};

/** Lists the feature flags with what they do. */
export const listFeatureFlags: Verb<typeof contracts.listFeatureFlags> = async () => ({
  flags: FEATURE_FLAGS.map((name) => ({ name, description: DESCRIPTIONS[name] })),
});
