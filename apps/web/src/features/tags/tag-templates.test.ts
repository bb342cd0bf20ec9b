import { validateFilter } from '@quarry/filters';
import { expect, it } from 'vitest';
import { toFilterFields } from '../datasets/fields.ts';
import { field } from '../datasets/testing/schema.ts';
import { tagTemplates } from './tag-templates.ts';

const schema = [
  field('employee_count', { type: 'Number' }),
  field('growth', { ccmName: 'social/employee_growth', type: 'Percentage' }),
  field('last_round', { ccmName: 'funding/last_round_at', type: 'Date' }),
  field('is_hiring', { type: 'Boolean' }),
];

it('offers valid filters of the data points that the account has', () => {
  const fields = new Map(toFilterFields(schema).map((known) => [known.fieldName, known]));
  const templates = tagTemplates(schema);
  expect(templates.map(({ label }) => label)).toEqual([
    'Mid-sized companies',
    'Growing teams',
    'Funded in the last year',
    'Hiring now',
  ]);
  for (const { filters } of templates) expect(validateFilter(filters, fields)).toEqual([]);
  expect(tagTemplates(schema.slice(1, 2)).map(({ label }) => label)).toEqual(['Growing teams']);
  expect(tagTemplates([])).toEqual([]);
});
