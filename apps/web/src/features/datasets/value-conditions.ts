import type { FieldValue, SchemaField } from '@quarry/contracts';
import { type FilterRule, type Operator, type RuleValue, traitsOf } from '@quarry/filters';
import { newId } from '../../ui/filter-builder/filter-tree.ts';

/** Lists with more items offer only their first ones. */
const MAX_ITEMS = 8;

type Field = Pick<SchemaField, 'fieldName' | 'type'>;

const ruleOn = ({ fieldName }: Field, operator: Operator, value: RuleValue = null): FilterRule => ({
  id: newId(),
  field: fieldName,
  operator,
  value,
});

/** The condition that a company has this value, or this item in its list. */
export function valueRule(field: Field, value: string | number | boolean): FilterRule {
  const { form, isChoice } = traitsOf(field.type);
  switch (form) {
    case 'text':
      return ruleOn(field, 'isOneOf', [String(value)]);
    case 'list':
      return ruleOn(field, isChoice === true ? 'containsAnyOf' : 'matchesAnyText', [String(value)]);
    case 'number':
      return ruleOn(field, 'equalTo', Number(value));
    case 'date':
      return ruleOn(field, 'dateEqual', String(value));
    case 'boolean':
      return ruleOn(field, value === true ? 'isTrue' : 'isFalse');
  }
}

/** The condition that a number or date is in a range that includes both bounds. */
export function rangeRule(field: Field, from: number | string, to: number | string): FilterRule {
  return ruleOn(field, traitsOf(field.type).form === 'date' ? 'dateBetween' : 'between', [from, to]);
}

/** The conditions that a value suggests, the most likely first; none for an unknown yes or no. */
export function conditionsOnValue(field: Field, value: FieldValue): FilterRule[] {
  const { form } = traitsOf(field.type);
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return form === 'boolean' ? [] : [ruleOn(field, 'notExists'), ruleOn(field, 'exists')];
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => valueRule(field, item));
  switch (form) {
    case 'text':
    case 'list':
      return [ruleOn(field, 'isOneOf', [String(value)]), ruleOn(field, 'notOneOf', [String(value)])];
    case 'number':
      return typeof value === 'number'
        ? [ruleOn(field, 'gte', value), ruleOn(field, 'lte', value), valueRule(field, value)]
        : [];
    case 'date': {
      const day = String(value).slice(0, 10);
      return [ruleOn(field, 'dateSince', day), ruleOn(field, 'dateBefore', day), valueRule(field, day)];
    }
    case 'boolean':
      return [valueRule(field, value)];
  }
}
