import type { ConfigurableDataBlock, DataBlockConfig } from '@quarry/contracts';

const blockDefaults = { description: '', deepPreviewSchema: null, deepPreviewFields: [], templates: [] };
const fieldDefaults = { description: '', defaultRanges: null };

/** One static and two dynamic blocks. */
export const BLOCKS: readonly ConfigurableDataBlock[] = [
  {
    ...blockDefaults,
    blockName: 'firmographics',
    displayName: 'Firmographics',
    icon: 'building',
    isParameterisedWithDynamicConfig: false,
    fields: [{ ...fieldDefaults, internalName: 'hq_country', displayName: 'HQ country', type: 'Picklist' }],
  },
  {
    ...blockDefaults,
    blockName: 'jobs',
    displayName: 'Jobs',
    icon: 'briefcase',
    isParameterisedWithDynamicConfig: true,
    fields: [{ ...fieldDefaults, internalName: 'count', displayName: 'Matching jobs', type: 'Number' }],
  },
  {
    ...blockDefaults,
    blockName: 'team_members',
    displayName: 'Team members',
    icon: 'people',
    isParameterisedWithDynamicConfig: true,
    fields: [{ ...fieldDefaults, internalName: 'seniorities', displayName: 'Seniorities', type: 'Multipicklist' }],
  },
];

/** One configuration per dynamic block. */
export const CONFIGS: readonly DataBlockConfig[] = [
  { configId: 'sales', blockName: 'jobs', label: 'Sales jobs', config: { titleKeywords: ['sales'] } },
  { configId: 'heads', blockName: 'team_members', label: 'Heads', config: { seniorities: ['head'] } },
];
