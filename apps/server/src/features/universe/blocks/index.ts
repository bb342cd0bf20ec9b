import type { ConfigurableDataBlock, DataBlockDefinition } from '@quarry/contracts';
import type { BlockTable } from '../block-table.ts';
import { ads } from './ads.ts';
import type { BlockField, DataBlock } from './declaration.ts';
import { firmographics } from './firmographics.ts';
import { funding } from './funding.ts';
import { jobs } from './jobs.ts';
import { mainPageText } from './main-page-text.ts';
import { reviewsSummary } from './reviews-summary.ts';
import { social } from './social.ts';
import { softwareFeatures } from './software-features.ts';
import { softwareReviews } from './software-reviews.ts';
import { teamMembers } from './team-members.ts';
import { technographics } from './technographics.ts';
import { webTraffic } from './web-traffic.ts';

const DECLARED = [
  firmographics,
  funding,
  webTraffic,
  technographics,
  social,
  ads,
  reviewsSummary,
  jobs,
  teamMembers,
  softwareReviews,
  softwareFeatures,
  mainPageText,
] as const satisfies readonly DataBlock[];

/** In display order. */
export const BLOCKS: readonly DataBlock[] = DECLARED;

export type BlockTableName = (typeof DECLARED)[number]['table']['name'];

export const BLOCK_TABLES: readonly BlockTable[] = [...new Set(BLOCKS.map(({ table }) => table))];

const byName = new Map(BLOCKS.map((block) => [block.blockName, block]));

export function findBlock(blockName: string): DataBlock | undefined {
  return byName.get(blockName);
}

export interface FoundField {
  block: DataBlock;
  field: BlockField;
}

/** Finds a field by `block/field`, without a config. */
export function findField(key: string): FoundField | undefined {
  const [blockName = '', internalName = '', ...rest] = key.split('/');
  if (rest.length > 0) return undefined;
  const block = byName.get(blockName);
  const field = block?.fields.find((candidate) => candidate.internalName === internalName);
  return block && field ? { block, field } : undefined;
}

/** A block as customers see it: without internal notes and deprecated fields. */
export function toDataBlockDefinition(block: DataBlock): DataBlockDefinition {
  return {
    blockName: block.blockName,
    displayName: block.displayName,
    icon: block.icon,
    description: block.publicDescription,
    isParameterisedWithDynamicConfig: block.isParameterisedWithDynamicConfig,
    fields: block.fields
      .filter((field) => field.isDeprecated !== true)
      .map((field) => ({
        internalName: field.internalName,
        displayName: field.displayName,
        description: field.publicDescription,
        type: field.type,
        defaultRanges: field.defaultRanges ? [...field.defaultRanges] : null,
      })),
  };
}

/** A block for the editors of criteria and data points: with templates and preview columns. */
export function toConfigurableDataBlock(block: DataBlock): ConfigurableDataBlock {
  const definition = toDataBlockDefinition(block);
  if (!block.isParameterisedWithDynamicConfig)
    return { ...definition, deepPreviewSchema: null, deepPreviewFields: [], templates: [] };
  return {
    ...definition,
    deepPreviewSchema: block.deepPreview.map((column) => ({
      fieldName: column.name,
      displayName: column.displayName,
      description: column.publicDescription,
      type: column.type,
      isHidden: column.isHidden,
    })),
    deepPreviewFields: [...block.deepPreviewFields],
    templates: [...block.templates],
  };
}
