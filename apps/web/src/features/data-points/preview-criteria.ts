import type { FilterGroup, FilterRule } from '@quarry/filters';
import type { BlockDataPoint } from '../data-blocks/data-point-index.ts';

/** True if the company has any rows under a configuration. */
const HAS_ANY = 'has_any';

/** Criteria for the companies that have a data point under a configuration. */
export function previewCriteria({ key, block, field }: BlockDataPoint, configId: string): FilterGroup {
  const rules: FilterRule[] = [];
  if (block.fields.some(({ internalName }) => internalName === HAS_ANY)) {
    rules.push({ id: 'has-any', field: `${block.blockName}/${HAS_ANY}`, configId, operator: 'isTrue' });
  }
  if (field.internalName !== HAS_ANY) {
    rules.push({ id: 'value', field: key, configId, operator: field.type === 'Boolean' ? 'isTrue' : 'exists' });
  }
  return { id: 'data-point', combinator: 'and', rules };
}
