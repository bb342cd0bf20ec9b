import { validateFilter } from '@quarry/filters';
import { expect, it } from 'vitest';
import { MARKET_TEMPLATES, templateCriteria } from './market-templates.ts';

const TYPES = {
  'firmographics/employee_count': 'Number',
  'firmographics/country': 'Picklist',
  'firmographics/is_hiring': 'Boolean',
  'funding/last_round_at': 'Date',
  'social/employee_growth': 'Percentage',
  'web_traffic/monthly_visits': 'Number',
} as const;

it.each(MARKET_TEMPLATES)('$name has valid criteria', (template) => {
  const fields = new Map(
    Object.entries(TYPES).map(([fieldName, type]) => [
      fieldName,
      { fieldName, displayName: fieldName, type, isCountry: fieldName.endsWith('country') },
    ]),
  );
  const criteria = templateCriteria(template);
  expect(validateFilter(criteria, fields)).toEqual([]);
  expect(new Set(criteria.rules.map(({ id }) => id)).size).toBe(template.rules.length);
});
