import type { ConfigurableDataBlock, DataBlockTemplate } from '@quarry/contracts';
import { searchFields } from '../../ui/filter-builder/search-fields.ts';
import type { BlockDataPoint } from './data-point-index.ts';

/** A configuration to start from, with its block. */
export interface BlockTemplate {
  readonly block: ConfigurableDataBlock;
  readonly template: DataBlockTemplate;
}

/** The templates of all blocks that match a text, best first; none without a text. */
export function searchTemplates(blocks: readonly ConfigurableDataBlock[], search: string): BlockTemplate[] {
  if (search.trim() === '') return [];
  const all = blocks.flatMap((block) =>
    block.templates.map((template) => ({
      found: { block, template },
      fieldName: template.id,
      displayName: template.label,
      group: `${template.group} ${block.displayName}`,
      description: template.description,
    })),
  );
  return searchFields(all, search).map(({ found }) => found);
}

/** The first of a block's data points with one of these names, in their order. */
export function pointOfTemplate(
  all: readonly BlockDataPoint[],
  { block }: BlockTemplate,
  names: readonly string[],
): BlockDataPoint | null {
  const keys = names.map((name) => `${block.blockName}/${name}`);
  return keys.flatMap((key) => all.find((point) => point.key === key) ?? [])[0] ?? null;
}
