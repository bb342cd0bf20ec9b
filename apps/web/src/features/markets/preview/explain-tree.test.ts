import type { FieldInfo, FilterGroup } from '@quarry/filters';
import { expect, it } from 'vitest';
import { explainTree } from './explain-tree.ts';

const FIELDS: Readonly<Record<string, FieldInfo>> = {
  employees: { fieldName: 'employees', displayName: 'Employees', type: 'Number' },
  'jobs/count#sales': { fieldName: 'jobs/count#sales', displayName: 'Sales · Matching jobs', type: 'Number' },
};

it('describes each condition with its value and verdict, nested like the criteria', () => {
  const criteria: FilterGroup = {
    id: 'root',
    combinator: 'or',
    rules: [
      { id: 'a', field: 'employees', operator: 'gte', value: 50 },
      {
        id: 'group',
        combinator: 'and',
        not: true,
        rules: [{ id: 'b', field: 'jobs/count', configId: 'sales', operator: 'gt', value: 3 }],
      },
    ],
  };
  const explanation = {
    isMatch: true,
    isNetNew: true,
    meetsMandatoryRules: true,
    rules: [
      { ruleId: 'b', value: 4, verdict: 'matches' as const },
      { ruleId: 'a', value: null, verdict: 'unknown' as const },
    ],
    groups: [{ groupId: 'group', isMatch: false }],
  };
  const fields = (field: string, configId?: string) => FIELDS[configId ? `${field}#${configId}` : field];
  expect(explainTree(criteria, explanation, fields)).toEqual({
    id: 'root',
    text: 'At least one of these conditions is true',
    combinator: 'or',
    isMatch: true,
    children: [
      {
        id: 'a',
        text: 'Employees is at least 50',
        fieldName: 'employees',
        type: 'Number',
        value: null,
        verdict: 'unknown',
      },
      {
        id: 'group',
        text: 'Not all of these conditions are true',
        combinator: 'and',
        isMatch: false,
        children: [
          {
            id: 'b',
            text: 'Sales · Matching jobs is greater than 3',
            fieldName: 'jobs/count',
            type: 'Number',
            value: 4,
            verdict: 'matches',
          },
        ],
      },
    ],
  });
});
