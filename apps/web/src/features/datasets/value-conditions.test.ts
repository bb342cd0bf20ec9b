import type { FieldValue, SchemaField } from '@quarry/contracts';
import { FIELD_TYPE_NAMES, type FilterGroup, type FilterRule, traitsOf, validateFilter } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import { conditionsOnValue } from './value-conditions.ts';
import { withCondition } from './with-condition.ts';

const offered = (type: SchemaField['type'], value: FieldValue) =>
  conditionsOnValue({ fieldName: 'f', type }, value).map((rule) => [rule.operator, rule.value]);
const rule = (operator: string, value: FilterRule['value'], id = operator): FilterRule => ({
  id,
  field: 'f',
  operator,
  value,
});
const group = (combinator: 'and' | 'or', ...rules: FilterGroup['rules']): FilterGroup => ({
  id: 'root',
  combinator,
  rules,
});

describe('conditions on a value', () => {
  it('follow from its type', () => {
    expect(offered('Picklist', 'DE')).toEqual([
      ['isOneOf', ['DE']],
      ['notOneOf', ['DE']],
    ]);
    expect(offered('Number', 50)).toEqual([
      ['gte', 50],
      ['lte', 50],
      ['equalTo', 50],
    ]);
    expect(offered('Date', '2026-03-12T10:00:00Z')[0]).toEqual(['dateSince', '2026-03-12']);
    expect(offered('Boolean', false)).toEqual([['isFalse', null]]);
    expect(offered('Multipicklist', ['a', 'b'])).toEqual([
      ['containsAnyOf', ['a']],
      ['containsAnyOf', ['b']],
    ]);
    expect(offered('Array', ['a'])).toEqual([['matchesAnyText', ['a']]]);
  });

  it('ask for missing values where there is none', () => {
    expect(offered('Number', null)[0]).toEqual(['notExists', null]);
    expect(offered('Multipicklist', [])[0]).toEqual(['notExists', null]);
    expect(offered('Boolean', null)).toEqual([]);
  });

  it('are valid for every type', () => {
    const values: Record<ReturnType<typeof traitsOf>['form'], FieldValue[]> = {
      text: ['some text', null],
      number: [0.5, -3, null],
      date: ['2026-03-12', null],
      boolean: [true, false, null],
      list: [['x', 'y'], [], null],
    };
    for (const type of FIELD_TYPE_NAMES) {
      const fields = new Map([['f', { fieldName: 'f', displayName: 'F', type }]]);
      for (const value of values[traitsOf(type).form]) {
        const rules = conditionsOnValue({ fieldName: 'f', type }, value);
        expect([type, value, validateFilter(group('and', ...rules), fields)]).toEqual([type, value, []]);
      }
    }
  });
});

describe('narrowing filters by a condition', () => {
  it('starts, adds and replaces', () => {
    const first = withCondition(null, rule('isOneOf', ['DE']));
    expect(first).toMatchObject({ combinator: 'and', rules: [rule('isOneOf', ['DE'])] });
    const both = withCondition(first, rule('gte', 5));
    expect(both.rules).toEqual([rule('isOneOf', ['DE']), rule('gte', 5)]);
    expect(withCondition(both, rule('gte', 9, 'new')).rules).toEqual([rule('isOneOf', ['DE']), rule('gte', 9, 'new')]);
  });

  it('gives one of several values another one, each once', () => {
    const two = withCondition(withCondition(null, rule('isOneOf', ['DE'])), rule('isOneOf', ['FR'], 'new'));
    expect(two.rules).toEqual([rule('isOneOf', ['DE', 'FR'], 'new')]);
    expect(withCondition(two, rule('isOneOf', ['FR'], 'new'))).toEqual(two);
  });

  it('asks for every chosen item of a list, each once', () => {
    const one = withCondition(null, rule('containsAnyOf', ['a'], '1'));
    const two = withCondition(one, rule('containsAnyOf', ['b'], '2'));
    expect(two.rules).toHaveLength(2);
    expect(withCondition(two, rule('containsAnyOf', ['a'], '3')).rules).toHaveLength(2);
  });

  it('keeps the meaning of alternatives and negations', () => {
    const either = group('or', rule('isOneOf', ['DE']), rule('gte', 5));
    expect(withCondition(either, rule('lte', 9)).rules).toEqual([either, rule('lte', 9)]);
    const none = { ...group('and', rule('gte', 5)), not: true };
    expect(withCondition(none, rule('lte', 9)).rules).toEqual([none, rule('lte', 9)]);
  });
});
