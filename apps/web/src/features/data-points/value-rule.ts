import type { SchemaField } from '@quarry/contracts';
import { type FilterRule, traitsOf } from '@quarry/filters';
import { newId } from '../../ui/filter-builder/filter-tree.ts';

/** The condition that a company has this value, or this item in its list. */
export function valueRule({ fieldName, type }: SchemaField, value: string | number | boolean): FilterRule {
  const rule = (operator: string, operand: FilterRule['value']): FilterRule => ({
    id: newId(),
    field: fieldName,
    operator,
    value: operand,
  });
  const { form, isChoice } = traitsOf(type);
  switch (form) {
    case 'text':
      return rule('isOneOf', [String(value)]);
    case 'list':
      return rule(isChoice === true ? 'containsAnyOf' : 'matchesAnyText', [String(value)]);
    case 'number':
      return rule('equalTo', Number(value));
    case 'date':
      return rule('dateEqual', String(value));
    case 'boolean':
      return rule(value === true ? 'isTrue' : 'isFalse', null);
  }
}

/** The condition that a number or date is in a range that includes both bounds. */
export function rangeRule({ fieldName, type }: SchemaField, from: number | string, to: number | string): FilterRule {
  const operator = traitsOf(type).form === 'date' ? 'dateBetween' : 'between';
  return { id: newId(), field: fieldName, operator, value: [from, to] };
}
