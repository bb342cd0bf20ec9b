import { describe, expect, test } from 'vitest';
import type { FieldInfo, FieldType } from './field-types.ts';
import { FIELD_TYPE_NAMES } from './field-types.ts';
import type { FilterGroup, FilterRule, RuleValue } from './filter.ts';
import { InvalidFilterError } from './invalid-filter-error.ts';
import { operatorLabel, operatorsFor } from './operators.ts';
import { assertValidFilter, validateFilter } from './validate.ts';

const fields = new Map<string, FieldInfo>(
  FIELD_TYPE_NAMES.map((type) => [type, { fieldName: type, displayName: `The ${type}`, type }]),
);

const criteria = (...rules: FilterRule[]): FilterGroup => ({ id: 'g', combinator: 'and', rules });
const rule = (field: FieldType, operator: string, value?: RuleValue): FilterRule => ({
  id: 'r',
  field,
  operator,
  value,
});

function reasonOf(broken: FilterRule, options = {}): string | undefined {
  return validateFilter(criteria(broken), fields, options)[0]?.reason;
}

describe('the catalogue', () => {
  test('gives each type its operators in menu order', () => {
    expect(operatorsFor('String')).toEqual([
      'isOneOf',
      'notOneOf',
      'containsText',
      'notContainsText',
      'exists',
      'notExists',
    ]);
    expect(operatorsFor('Boolean', { staff: true })).toEqual(['isTrue', 'isFalse', 'exists', 'notExists']);
    expect(operatorsFor('Array')).not.toContain('containsAnyOf');
    expect(operatorsFor('Multipicklist')).toHaveLength(8);
    expect(operatorsFor('Currency')).toHaveLength(9);
    expect(operatorsFor('Date')).toHaveLength(9);
    expect(operatorsFor('Picklist', { staff: true })).toHaveLength(14);
  });

  test('labels them for the menu of each type', () => {
    expect(operatorLabel('notOneOf', 'String')).toBe('not one of');
    expect(operatorLabel('notOneOf', 'Picklist')).toBe('is not one of');
    expect(operatorLabel('notExists', 'Boolean')).toBe('unknown');
  });
});

describe('validation', () => {
  test.each<[FilterRule, string]>([
    [rule('String', 'isOneOf', []), 'Choose at least one value'],
    [rule('String', 'isOneOf', ['', ' \t']), 'Choose at least one value'],
    [rule('String', 'containsText', ['\u0301']), 'Choose at least one value'],
    [rule('String', 'isOneOf', 'x'), 'Choose at least one value'],
    [rule('String', 'isOneOf', [1]), 'Choose at least one value'],
    [rule('Picklist', 'isOneOf', ['DE', 'region:Atlantis']), 'Unknown region "region:Atlantis"'],
    [rule('String', 'isLike', 'x'), 'Unknown operator "isLike"'],
    [rule('String', 'toString', 'x'), 'Unknown operator "toString"'],
    [rule('String', 'gt', 1), '"The String" (String) cannot be filtered with "gt"'],
    [rule('String', 'equals', 'x'), '"The String" (String) cannot be filtered with "equals"'],
    [rule('Array', 'containsAnyOf', ['x']), '"The Array" (Array) cannot be filtered with "containsAnyOf"'],
    [rule('Number', 'gt', '5'), 'Enter a number'],
    [rule('Number', 'gt', Number.NaN), 'Enter a number'],
    [rule('Number', 'between', [1]), 'Enter two numbers'],
    [rule('Number', 'between', [1, 2, 3]), 'Enter two numbers'],
    [rule('Multipicklist', 'hasMoreItemsThan', 1.5), 'Enter a whole number of items, 0 or more'],
    [rule('Date', 'dateEqual', '2023-02-29'), 'Enter a date as yyyy-mm-dd, from 1900-01-01 to 2299-12-31'],
    [rule('Date', 'dateBetween', ['2023-02-01', 'x']), 'Enter two dates as yyyy-mm-dd, from 1900-01-01 to 2299-12-31'],
    [rule('Date', 'dateSinceRelative', { amount: -1, unit: 'days' }), 'Enter a whole number from 0 to 10000'],
    [
      rule('Date', 'dateSinceRelative', { amount: 1, unit: 'hours' }),
      'Choose one of the units days, weeks, months, years',
    ],
    [rule('Date', 'dateSinceRelative', 5), 'Enter an amount and a unit'],
  ])('%j: %s', (broken, reason) => {
    expect(reasonOf(broken)).toBe(reason);
  });

  test.each(['(?=a)', '(?<!a)b', '(a)\\1', '\\k<a>', '(?>a)', '(', '[a', '*a', 'a{2,1}', 'a\\'])(
    'rejects the pattern %s',
    (pattern) => {
      expect(reasonOf(rule('String', 'matchesRegex', pattern), { staff: true })).toMatch(/pattern/);
    },
  );

  test.each([
    '^a.*b$',
    '(?i)a|(?s:b)',
    '(?P<name>x)',
    '\\(?=',
    '[[:alpha:]]+',
    '\\Q(?=\\E',
    '\\\\1',
    '\\p{L}\\d+',
    '[(?=]',
  ])('accepts the pattern %s', (pattern) => {
    expect(reasonOf(rule('String', 'matchesRegex', pattern), { staff: true })).toBeUndefined();
  });

  test('names every broken rule at any depth', () => {
    const tree = criteria({ ...rule('String', 'exists'), id: 'fine' });
    tree.rules.push({ id: 'h', combinator: 'or', rules: [{ id: 'a', field: 'gone', operator: 'exists' }] });
    tree.rules.push({ ...rule('Number', 'gt'), id: 'b' });
    expect(validateFilter(tree, fields)).toEqual([
      { ruleId: 'a', reason: 'Unknown field "gone"' },
      { ruleId: 'b', reason: 'Enter a number' },
    ]);
    try {
      assertValidFilter(tree, fields);
      expect.unreachable();
    } catch (error) {
      if (!(error instanceof InvalidFilterError)) throw error;
      expect(error).toMatchObject({ message: 'Some conditions are not valid', ruleIds: ['a', 'b'] });
      expect(error.problems).toEqual(validateFilter(tree, fields));
    }
    expect(() => assertValidFilter(null, fields)).not.toThrow();
  });

  test('looks fields up under their config', () => {
    const lookup = (field: string, configId?: string) => (configId === 'c' ? fields.get(field) : undefined);
    const counted = rule('Number', 'gt', 1);
    expect(validateFilter(criteria({ ...counted, configId: 'c' }), lookup)).toEqual([]);
    expect(validateFilter(criteria(counted), lookup)).toHaveLength(1);
  });
});
