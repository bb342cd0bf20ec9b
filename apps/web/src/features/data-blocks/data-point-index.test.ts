import { describeFilter, type FilterGroup, type FilterRule } from '@quarry/filters';
import { expect, it } from 'vitest';
import { findCriteriaProblems } from './criteria-problems.ts';
import { indexDataPoints, nameRuleValue } from './data-point-index.ts';
import { BLOCKS, CONFIGS } from './testing/blocks.ts';
import { withDataPoint } from './with-data-point.ts';

const points = indexDataPoints(BLOCKS, CONFIGS);
const rule = (id: string, field: string, overrides: Partial<FilterRule> = {}): FilterRule => ({
  id,
  field,
  operator: '',
  value: null,
  ...overrides,
});
const root = (...rules: FilterRule[]): FilterGroup => ({ id: 'root', combinator: 'and', rules });

it('finds static data points without a configuration, and dynamic ones with one of their block', () => {
  expect(points.findField('firmographics/hq_country')).toMatchObject({ type: 'Picklist', isCountry: true });
  expect(points.findField('firmographics/hq_country', 'sales')).toBeUndefined();
  expect(points.findField('jobs/count')).toBeUndefined();
  expect(points.findField('jobs/count', 'heads')).toBeUndefined();
  expect(points.findField('jobs/count', 'gone')).toBeUndefined();
  expect(points.findField('jobs/count', 'sales')).toMatchObject({
    fieldName: 'jobs/count#sales',
    displayName: 'Sales jobs · Matching jobs',
    type: 'Number',
  });
});

it('says what is missing in each broken rule', () => {
  const problems = findCriteriaProblems(
    root(
      rule('blank', ''),
      rule('no config', 'jobs/count', { operator: 'gt', value: 1 }),
      rule('lost config', 'jobs/count', { operator: 'gt', value: 1, configId: 'gone' }),
      rule('unknown', 'jobs/pay', { operator: 'gt', value: 1, configId: 'sales' }),
      rule('no value', 'jobs/count', { operator: 'gt', configId: 'sales' }),
      rule('whole', 'jobs/count', { operator: 'gt', value: 1, configId: 'sales' }),
    ),
    points,
  );
  expect([...problems]).toEqual([
    ['blank', 'Choose a data point'],
    ['no config', 'Choose a configuration'],
    ['lost config', 'The configuration no longer exists'],
    ['unknown', 'This data point is not available'],
    ['no value', 'Enter a number'],
  ]);
});

it('knows which numbers are years', () => {
  const year = { description: '', defaultRanges: null, internalName: 'founded_year', displayName: 'Founded year' };
  const blocks = BLOCKS.map((block) => ({ ...block, fields: [{ ...year, type: 'Number' as const }] }));
  const criteria = root(rule('a', 'firmographics/founded_year', { operator: 'gte', value: 2000 }));
  expect(describeFilter(criteria, indexDataPoints(blocks, []).findField)).toBe('Founded year is at least 2000');
});

it('describes criteria with labels, country names and seniority names', () => {
  const criteria = root(
    rule('a', 'jobs/count', { operator: 'gt', value: 3, configId: 'sales' }),
    rule('b', 'firmographics/hq_country', { operator: 'isOneOf', value: ['DE', 'region:EMEA'] }),
    rule('c', 'team_members/seniorities', { operator: 'containsAnyOf', value: ['cSuite'], configId: 'heads' }),
  );
  expect(describeFilter(criteria, points.findField, { nameValue: nameRuleValue(points) })).toBe(
    'Sales jobs · Matching jobs is greater than 3 and HQ country is one of Germany, EMEA and ' +
      'Heads · Seniorities contains any of C-suite',
  );
});

it('resets a rule for another data point, and keeps its operator and value for another configuration', () => {
  const old = rule('a', 'jobs/count', { operator: 'lt', value: 3, configId: 'sales' });
  expect(withDataPoint(old, { field: 'jobs/count', type: 'Number', configId: 'heads' })).toEqual({
    ...old,
    configId: 'heads',
  });
  expect(withDataPoint(old, { field: 'firmographics/hq_country', type: 'Picklist' })).toEqual({
    id: 'a',
    field: 'firmographics/hq_country',
    operator: 'isOneOf',
    value: null,
  });
  const blank = rule('b', '');
  expect(withDataPoint(blank, { field: 'jobs/count', type: 'Number', configId: 'sales' })).toMatchObject({
    operator: 'gte',
    value: 1,
    configId: 'sales',
  });
});
