import { expect, it } from 'vitest';
import { examplePayload } from './example-payload.ts';

it('shows one record, and a list for batches above 1', () => {
  expect(JSON.parse(examplePayload('company', null))).toMatchObject({
    source: 'Quarry',
    type: 'account',
    body: { company_id: '1042' },
  });
  expect(JSON.parse(examplePayload('contact', 1))).toMatchObject({ type: 'contact', body: { contact_id: 'c-77' } });
  expect(JSON.parse(examplePayload('company', 2))).toMatchObject({ body: [{ company_id: '1042' }] });
});
