import { expect, test } from 'vitest';
import { fieldsOfColumn, fromMapping, toMapping, withFieldsOfColumn } from './mapping-draft.ts';

const draft = fromMapping({ fields: { name: 'Firm', domain: ['Web', 'Home'], website: 'Web' } });

test('a column fills the chosen fields, after the columns that fill them already', () => {
  expect(fieldsOfColumn(draft, 'Web')).toEqual(['domain', 'website']);
  const changed = withFieldsOfColumn(draft, 'Site', ['website', 'city']);
  expect(toMapping(changed, ' own ')).toEqual({
    source: 'own',
    fields: { name: ['Firm'], domain: ['Web', 'Home'], website: ['Web', 'Site'], city: ['Site'] },
  });
});

test('a field without columns leaves the mapping', () => {
  expect(toMapping(withFieldsOfColumn(draft, 'Web', []), '')).toEqual({ fields: { name: ['Firm'], domain: ['Home'] } });
});
