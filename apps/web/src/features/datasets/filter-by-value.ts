import type { FieldValue, SchemaField } from '@quarry/contracts';
import { type FilterGroup, type FilterRule, isGroup, type Operator, type RuleValue, traitsOf } from '@quarry/filters';
import { emptyRoot, newId } from '../../ui/filter-builder/filter-tree.ts';

/** Lists with more items offer only their first ones. */
const MAX_ITEMS = 8;

/** The conditions that a value suggests, the most likely first; none for an unknown yes or no. */
export function conditionsOnValue(
  { fieldName, type }: Pick<SchemaField, 'fieldName' | 'type'>,
  value: FieldValue,
): FilterRule[] {
  const { form, isChoice } = traitsOf(type);
  const rule = (operator: Operator, operand: RuleValue = null): FilterRule => ({
    id: newId(),
    field: fieldName,
    operator,
    value: operand,
  });
  const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty) return form === 'boolean' ? [] : [rule('notExists'), rule('exists')];
  if (Array.isArray(value)) {
    const operator = isChoice ? 'containsAnyOf' : 'matchesAnyText';
    return value.slice(0, MAX_ITEMS).map((item) => rule(operator, [item]));
  }
  switch (form) {
    case 'text':
    case 'list':
      return [rule('isOneOf', [String(value)]), rule('notOneOf', [String(value)])];
    case 'number':
      return typeof value === 'number' ? [rule('gte', value), rule('lte', value), rule('equalTo', value)] : [];
    case 'date': {
      const day = String(value).slice(0, 10);
      return [rule('dateSince', day), rule('dateBefore', day), rule('dateEqual', day)];
    }
    case 'boolean':
      return [rule(value === true ? 'isTrue' : 'isFalse')];
  }
}

/** Operators of which a second condition on the same data point narrows the result further. */
const NARROWING: ReadonlySet<string> = new Set<Operator>(['containsAnyOf', 'matchesAnyText', 'notOneOf']);

/**
 * Filters with one more condition. It replaces one with the same data point and operator that it would contradict; one
 * of several values gets another value.
 */
export function withCondition(filters: FilterGroup | null, rule: FilterRule): FilterGroup {
  if (filters === null) return { ...emptyRoot(), rules: [rule] };
  if (filters.combinator === 'or' || filters.not === true) return { ...emptyRoot(), rules: [filters, rule] };
  const same = (node: FilterGroup['rules'][number]): node is FilterRule =>
    !isGroup(node) && node.field === rule.field && node.operator === rule.operator;
  if (rule.operator === 'isOneOf') {
    const values = filters.rules.filter(same).flatMap(({ value }) => (Array.isArray(value) ? value : []));
    const all = [...new Set([...values, ...(Array.isArray(rule.value) ? rule.value : [])].map(String))];
    return { ...filters, rules: [...filters.rules.filter((node) => !same(node)), { ...rule, value: all }] };
  }
  const isReplaced = (node: FilterGroup['rules'][number]) =>
    same(node) && (!NARROWING.has(rule.operator) || JSON.stringify(node.value) === JSON.stringify(rule.value));
  return { ...filters, rules: [...filters.rules.filter((node) => !isReplaced(node)), rule] };
}
