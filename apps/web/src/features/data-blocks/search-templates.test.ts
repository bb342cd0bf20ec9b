import type { ConfigurableDataBlock } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { indexDataPoints } from './data-point-index.ts';
import { pointOfTemplate, searchTemplates } from './search-templates.ts';

const field = (internalName: string) => ({
  internalName,
  displayName: internalName,
  description: '',
  type: 'Number' as const,
  defaultRanges: null,
});
const block = (blockName: string, labels: string[]): ConfigurableDataBlock => ({
  blockName,
  displayName: blockName,
  icon: 'briefcase',
  description: '',
  isParameterisedWithDynamicConfig: true,
  fields: [field('count'), field('has_any')],
  deepPreviewSchema: null,
  deepPreviewFields: [],
  templates: labels.map((label) => ({
    id: `${blockName}/${label}`,
    group: 'Roles',
    label,
    description: '',
    config: {},
  })),
});
const blocks = [
  block('jobs', ['Hiring engineers', 'Hiring in sales']),
  block('team_members', ['Engineering', 'Sales']),
];

test('templates are found once something is typed', () => {
  const found = (search: string) => searchTemplates(blocks, search).map(({ template }) => template.label);
  expect(found(' ')).toEqual([]);
  expect(found('engineer')).toEqual(['Engineering', 'Hiring engineers']);
  expect(found('jobs sales')).toEqual(['Hiring in sales']);
});

test('a template configures the first wanted data point that its block has', () => {
  const { all } = indexDataPoints(blocks, []);
  const [found] = searchTemplates(blocks, 'hiring engineers');
  const pointFor = (...names: string[]) => found && pointOfTemplate(all, found, names)?.key;
  expect(pointFor('has_any', 'count')).toBe('jobs/has_any');
  expect(pointFor('gone', 'count')).toBe('jobs/count');
  expect(pointFor('gone')).toBeUndefined();
});
