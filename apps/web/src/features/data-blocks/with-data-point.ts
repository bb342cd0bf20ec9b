import type { FilterRule } from '@quarry/filters';
import type { ChosenField } from '../../ui/filter-builder/filter-field.ts';
import { withConfig, withField } from '../../ui/filter-builder/filter-tree.ts';

/** Sets a rule's data point. Another one resets operator and value; another configuration keeps them. */
export function withDataPoint(rule: FilterRule, chosen: ChosenField): FilterRule {
  const { field, configId } = chosen;
  if (field === rule.field && rule.operator !== '') return configId === undefined ? rule : withConfig(rule, configId);
  return withField(rule, { ...chosen, isCount: field.endsWith('/count') });
}
