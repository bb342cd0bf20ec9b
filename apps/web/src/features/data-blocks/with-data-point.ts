import { type FilterRule, operatorsFor } from '@quarry/filters';
import type { ChosenField } from '../../ui/filter-builder/filter-field.ts';
import { withConfig, withField } from '../../ui/filter-builder/filter-tree.ts';

/**
 * Takes what was chosen into a rule. Another data point starts operator and value anew; the same one under another
 * configuration keeps what was entered.
 */
export function withDataPoint(rule: FilterRule, { field, type, configId }: ChosenField): FilterRule {
  if (field === rule.field && rule.operator !== '') return configId === undefined ? rule : withConfig(rule, configId);
  return withField(rule, field, operatorsFor(type)[0] ?? '', configId);
}
