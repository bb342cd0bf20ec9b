import { describe, expect, it } from 'vitest';
import { field, SCHEMA } from '../datasets/testing/schema.ts';
import { leadColumns } from './lead-columns.ts';

const of = (key: string) => field(key.replace('/', '_'), { ccmName: key });
const config = { configId: 'c', blockName: 'jobs', label: 'Engineers', config: {} } as never;
const wide = [
  of('firmographics/company_name'),
  of('firmographics/description'),
  of('firmographics/industry'),
  of('firmographics/country'),
  of('firmographics/employee_count'),
  of('firmographics/revenue_usd'),
  of('funding/total_funding_usd'),
  of('social/employee_growth'),
  of('firmographics/is_hiring'),
  of('technographics/technology_count'),
  field('first', { ccmName: 'jobs/count#1', dynamicConfig: config }),
  field('second', { ccmName: 'jobs/count#2', dynamicConfig: config }),
  field('third', { ccmName: 'jobs/count#3', dynamicConfig: config }),
  field('__tags', { ccmName: null, fieldSource: 'SYSTEM', type: 'Multipicklist' }),
];
const rule = (name: string) => ({ id: name, field: name, operator: 'isNotEmpty' });

describe('the columns while nobody chose any', () => {
  it('are at most nine beside the company: what decides, the newest of the account’s own, and tags', () => {
    expect(leadColumns(wide, null)).toEqual([
      'firmographics_industry',
      'firmographics_country',
      'firmographics_employee_count',
      'firmographics_revenue_usd',
      'social_employee_growth',
      'technographics_technology_count',
      'second',
      'third',
      '__tags',
    ]);
  });
  it('start with the account’s scores', () => {
    const scores = ['score_a', 'score_b'].map((name) => field(name, { fieldSource: 'SCORE' }));
    const lead = leadColumns([...wide, ...scores], null);
    expect(lead.slice(0, 3)).toEqual(['score_a', 'score_b', 'firmographics_industry']);
    expect(lead).toHaveLength(9);
  });
  it('include what the filters use', () => {
    const group = { id: 'g', combinator: 'or' as const, rules: [rule('first'), rule('gone')] };
    const filters = { id: 'root', combinator: 'and' as const, rules: [group, rule('firmographics_industry')] };
    expect(leadColumns(wide, filters)).toEqual([...leadColumns(wide, null), 'first']);
  });
  it('are the schema’s first ones where hardly any of these exist', () => {
    expect(leadColumns(SCHEMA, null)).toEqual(['industry', 'employees']);
  });
});
