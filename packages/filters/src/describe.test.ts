import { expect, test } from 'vitest';
import { describeFilter, describeRule } from './describe.ts';
import { type FieldInfo, type FieldType, isYearField } from './field-types.ts';
import type { FilterGroup, FilterNode, FilterRule, RuleValue } from './filter.ts';
import { OPERATORS } from './operators.ts';

const field = (fieldName: string, displayName: string, type: FieldType): [string, FieldInfo] => [
  fieldName,
  { fieldName, displayName, type, isYear: isYearField(fieldName, type) },
];
const fields = new Map([
  field('industry', 'Industry', 'Picklist'),
  field('country', 'Country', 'Picklist'),
  field('employees', 'Employees', 'Number'),
  field('growth', 'Growth', 'Percentage'),
  field('revenue', 'Revenue', 'Currency'),
  field('founded', 'Founded', 'Date'),
  field('founded_year', 'Founded year', 'Number'),
  field('hiring', 'Hiring', 'Boolean'),
  field('tech', 'Technologies', 'Multipicklist'),
]);

const rule = (name: string, operator: string, value?: RuleValue): FilterRule => ({
  id: '1',
  field: name,
  operator,
  value,
});
const group = (combinator: 'and' | 'or', rules: FilterNode[], not = false): FilterGroup => ({
  id: 'g',
  combinator,
  not,
  rules,
});

test('criteria read as a sentence', () => {
  const industry = rule('industry', 'isOneOf', ['Fintech', 'Payments']);
  const employees = rule('employees', 'between', [50, 500]);
  expect(describeFilter(group('and', [industry, employees]), fields)).toBe(
    'Industry is one of Fintech, Payments and Employees is between 50 and 500',
  );
  const either = group('or', [employees, rule('hiring', 'isTrue')]);
  expect(describeFilter(group('and', [industry, either, group('or', [employees], true)]), fields)).toBe(
    'Industry is one of Fintech, Payments and (Employees is between 50 and 500 or Hiring is yes) ' +
      'and not (Employees is between 50 and 500)',
  );
  expect(describeFilter(group('or', [industry], true), fields)).toBe('not (Industry is one of Fintech, Payments)');
  expect(describeFilter(null, fields)).toBe('');
  expect(describeFilter(group('and', []), fields)).toBe('');
});

test.each<[FilterRule, string]>([
  [rule('country', 'notOneOf', ['region:North America', 'DE']), 'Country is not one of North America, DE'],
  [rule('employees', 'gte', 1234567.5), 'Employees is at least 1,234,567.5'],
  [rule('growth', 'lt', 0.07), 'Growth is less than 7%'],
  [rule('revenue', 'gt', -2e6), 'Revenue is greater than -$2,000,000'],
  [rule('founded_year', 'lt', 2000), 'Founded year is less than 2000'],
  [rule('founded_year', 'between', [1995, 2005]), 'Founded year is between 1995 and 2005'],
  [rule('founded', 'dateBetween', ['2020-01-01', '2021-12-31']), 'Founded is between 1 Jan 2020 and 31 Dec 2021'],
  [rule('founded', 'dateSinceRelative', { amount: 1, unit: 'months' }), 'Founded is since 1 month ago'],
  [rule('founded', 'dateBeforeRelative', { amount: 2, unit: 'weeks' }), 'Founded is before 2 weeks ago'],
  [rule('tech', 'hasMoreItemsThan', 3), 'Technologies has more items than 3'],
  [rule('tech', 'notExists'), 'Technologies does not exist'],
  [
    rule(
      'tech',
      'containsAnyOf',
      Array.from({ length: 1210 }, (_, at) => `t${at}`),
    ),
    'Technologies contains any of t0, t1, t2, t3, t4, t5, t6, t7, t8, t9 and 1,200 more',
  ],
  [rule('tech', 'containsAnyOf', ['$& $1']), 'Technologies contains any of $& $1'],
  [rule('tech', 'containsAnyOf'), 'Technologies contains any of …'],
  [rule('gone', 'isLike', 'x'), 'gone isLike x'],
])('%j reads "%s"', (described, sentence) => {
  expect(describeRule(described, fields)).toBe(sentence);
});

test('ids and codes can be named', () => {
  const nameValue = (_: FilterRule, value: string) => (value === 'DE' ? 'Germany' : undefined);
  expect(describeRule(rule('country', 'isOneOf', ['DE', 'FR']), fields, { nameValue })).toBe(
    'Country is one of Germany, FR',
  );
});

test('describes every operator without its placeholder', () => {
  for (const operator of Object.keys(OPERATORS)) {
    expect(describeRule(rule('industry', operator), fields)).not.toMatch(/[{}]|undefined/);
  }
});
