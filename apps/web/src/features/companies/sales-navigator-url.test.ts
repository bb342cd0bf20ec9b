import { expect, it } from 'vitest';
import { SALES_NAVIGATOR_LIMIT, salesNavigatorUrl } from './sales-navigator-url.ts';

it('uses the numeric id if there is one, else the name, and escapes brackets in names', () => {
  const url = salesNavigatorUrl([
    { name: 'Acme (UK), Ltd & Co', __domain: 'acme.io', __linked_in_id: '1441' },
    { name: '', __domain: 'beta.io', __linked_in_id: 'beta-inc' },
  ]);
  expect(url).toContain('(id:urn%3Ali%3Aorganization%3A1441,text:Acme%2520%2528UK%2529%252C%2520Ltd%2520%2526%2520Co,');
  expect(url).toContain('(text:beta.io,selectionType:INCLUDED)');
  expect(new URL(url).searchParams.get('query')).toMatch(/^\(filters:List\(\(type:CURRENT_COMPANY,values:List\(/);
});

it('includes the first hundred only', () => {
  const many = Array.from({ length: 150 }, (_, n) => ({ name: `C${n}`, __domain: '', __linked_in_id: null }));
  expect(salesNavigatorUrl(many).match(/selectionType/g)).toHaveLength(SALES_NAVIGATOR_LIMIT);
});
