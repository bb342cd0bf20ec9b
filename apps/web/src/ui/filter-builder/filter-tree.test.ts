import { FILTER_LIMITS, type FieldType, type FilterGroup, type FilterNode, type FilterRule } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import {
  addNode,
  blankGroup,
  canNest,
  removeNode,
  updateGroup,
  updateRule,
  withConfig,
  withField,
  withOperator,
} from './filter-tree.ts';

const rule = (id: string): FilterRule => ({ id, field: 'industry', operator: 'isOneOf', value: [id] });
const group = (id: string, rules: FilterNode[], overrides: Partial<FilterGroup> = {}): FilterGroup => ({
  id,
  combinator: 'and',
  rules,
  ...overrides,
});
const tree = group('root', [rule('a'), group('g', [rule('b'), rule('c')], { combinator: 'or' })]);

describe('filter tree', () => {
  it('adds to and changes any group without touching the rest', () => {
    const added = addNode(tree, 'g', rule('d'));
    expect(added.rules[1]).toMatchObject({ id: 'g', rules: [{ id: 'b' }, { id: 'c' }, { id: 'd' }] });
    expect(added.rules[0]).toBe(tree.rules[0]);
    expect(updateGroup(tree, 'g', (old) => ({ ...old, not: true })).rules[1]).toMatchObject({ not: true });
    expect(updateGroup(tree, 'nowhere', (old) => ({ ...old, not: true }))).toBe(tree);
    expect(updateRule(tree, 'c', (old) => ({ ...old, field: 'x' })).rules[1]).toMatchObject({
      rules: [{ field: 'industry' }, { field: 'x' }],
    });
  });
  it('replaces a group with one remaining rule by that rule', () => {
    expect(removeNode(tree, 'b')).toEqual(group('root', [rule('a'), rule('c')]));
  });
  it('never collapses the root', () => {
    expect(removeNode(tree, 'g')).toEqual(group('root', [rule('a')]));
    expect(removeNode(removeNode(tree, 'g'), 'a')).toEqual(group('root', []));
  });
  it('keeps a negated group, because dropping its "not" would invert it', () => {
    const negated = group('root', [group('g', [rule('b'), rule('c')], { not: true })]);
    expect(removeNode(negated, 'b')).toEqual(group('root', [group('g', [rule('c')], { not: true })]));
  });
  it('drops an emptied group and collapses its parents', () => {
    const deep = group('root', [rule('a'), group('g', [rule('b'), group('h', [rule('c')])])]);
    expect(removeNode(deep, 'c')).toEqual(group('root', [rule('a'), rule('b')]));
    expect(removeNode(tree, 'nowhere')).toBe(tree);
  });
  it('starts a condition with what most often finds something', () => {
    const start = (type: FieldType, isCount = false) => {
      const { operator, value } = withField(rule('a'), { field: 'x', type, isCount });
      return [operator, value];
    };
    expect(start('String')).toEqual(['containsText', null]);
    expect(start('Picklist')).toEqual(['isOneOf', null]);
    expect(start('Multipicklist')).toEqual(['containsAnyOf', null]);
    expect(start('Array')).toEqual(['matchesAnyText', null]);
    expect(start('Date')).toEqual(['dateSinceRelative', { amount: 30, unit: 'days' }]);
    expect(start('Currency')).toEqual(['gte', null]);
    expect(start('Number', true)).toEqual(['gte', 1]);
    expect(start('Boolean')).toEqual(['isTrue', null]);
  });
  it('resets operator and value with the field, and keeps a value that still fits', () => {
    const old = { ...rule('a'), configId: 'jobs-1' };
    expect(withField(old, { field: 'employees', type: 'Number' })).toEqual({
      id: 'a',
      field: 'employees',
      operator: 'gte',
      value: null,
    });
    expect(withConfig(old, 'jobs-2')).toEqual({ ...old, configId: 'jobs-2' });
    expect(withOperator(old, 'notOneOf', true).value).toEqual(['a']);
    expect(withOperator(old, 'exists', false).value).toBeNull();
  });
  it('stops nesting at the limit of the filter language', () => {
    let root = group('1', []);
    for (let depth = 2; depth <= FILTER_LIMITS.depth; depth += 1) {
      root = addNode(root, String(depth - 1), { ...blankGroup('and'), id: String(depth), rules: [] });
    }
    expect(canNest(root, String(FILTER_LIMITS.depth - 1))).toBe(true);
    expect(canNest(root, String(FILTER_LIMITS.depth))).toBe(false);
  });
});
