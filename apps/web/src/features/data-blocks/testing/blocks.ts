import type { ConfigurableDataBlock, DataBlockConfig } from '@quarry/contracts';

const shown = { description: '', deepPreviewSchema: null, deepPreviewFields: [], templates: [] };
const field = { description: '', defaultRanges: null };

/** A static and two dynamic blocks. */
export const BLOCKS: readonly ConfigurableDataBlock[] = [
  {
    ...shown,
    blockName: 'firmographics',
    displayName: 'Firmographics',
    icon: 'building',
    isParameterisedWithDynamicConfig: false,
    fields: [{ ...field, internalName: 'hq_country', displayName: 'HQ country', type: 'Picklist' }],
  },
  {
    ...shown,
    blockName: 'jobs',
    displayName: 'Jobs',
    icon: 'briefcase',
    isParameterisedWithDynamicConfig: true,
    fields: [{ ...field, internalName: 'count', displayName: 'Matching jobs', type: 'Number' }],
  },
  {
    ...shown,
    blockName: 'team_members',
    displayName: 'Team members',
    icon: 'people',
    isParameterisedWithDynamicConfig: true,
    fields: [{ ...field, internalName: 'seniorities', displayName: 'Seniorities', type: 'Multipicklist' }],
  },
];

/** One configuration of each dynamic block. */
export const CONFIGS: readonly DataBlockConfig[] = [
  { configId: 'sales', blockName: 'jobs', label: 'Sales jobs', config: { titleKeywords: ['sales'] } },
  { configId: 'heads', blockName: 'team_members', label: 'Heads', config: { seniorities: ['head'] } },
];
