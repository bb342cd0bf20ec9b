import { expect, it } from 'vitest';
import { EMPTY_LAYOUT } from '../../ui/table/layout.ts';
import type { TableLayout } from '../../ui/table/types.ts';
import { field, SCHEMA } from '../datasets/testing/schema.ts';
import { visibleColumns } from './visible-columns.ts';

const names = (layout: Partial<TableLayout>, schema = SCHEMA) =>
  visibleColumns(schema, { ...EMPTY_LAYOUT, ...layout }).map(({ fieldName }) => fieldName);

it('keeps the order of the table and adds the domain that its first column shows', () => {
  expect(names({ order: ['employees', 'industry'], hidden: ['primary_domain'] })).toEqual([
    'company_name',
    'primary_domain',
    'employees',
    'industry',
  ]);
  expect(names({ order: ['employees', 'industry'], hidden: ['primary_domain', 'employees'] })).not.toContain(
    'employees',
  );
  // Pinned columns come first.
  expect(
    names({ order: ['employees', 'industry'], hidden: ['primary_domain'], pinned: ['industry'] }).slice(2),
  ).toEqual(['industry', 'employees']);
});

it('keeps a separate domain column in place, and works without a name column', () => {
  expect(names({ order: ['employees', 'primary_domain', 'industry'] })).toEqual([
    'company_name',
    'employees',
    'primary_domain',
    'industry',
  ]);
  const nameless = [field('industry'), field('primary_domain')];
  expect(names({ hidden: ['primary_domain'] }, nameless)).toEqual(['primary_domain', 'industry']);
  expect(names({}, [field('industry')])).toEqual(['industry']);
});
