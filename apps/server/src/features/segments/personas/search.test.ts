import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPersonaWorld, type PersonaWorld } from './testing/persona-world.ts';

let world: PersonaWorld;

beforeAll(async () => {
  world = await openPersonaWorld();
  await world.putPeople([
    { company_id: 1, item_id: 11, position: 'Head of Sales', seniority: 'head' },
    { company_id: 1, item_id: 12, position: 'VP Sales', seniority: 'vp', email_status: 'other' },
    { company_id: 1, item_id: 13, position: 'Sales', seniority: 'vp', email_status: 'invalid' },
    { company_id: 2, item_id: 21, position: 'CFO', seniority: 'cSuite' },
    { company_id: 2, item_id: 22, position: 'Sales manager', seniority: 'manager', is_current: false },
  ]);
}, 120_000);
afterAll(() => world.close());

const sales = { positionInclusionKeywords: ['sales'] };

test('a search includes the best people of each company and charges for each once', async () => {
  const segment = await world.segment('first', [1, 2, 3], { CONTACT: 10 });
  const persona = await world.persona(segment, {
    name: 'Sales',
    criteriaGroups: [sales],
    searchOptions: { numContactsRequiredPerCompany: 2 },
  });
  const ended = await world.search(segment, persona);
  expect(ended).toMatchObject({
    searchStatus: 'COMPLETE',
    errorReason: null,
    searchProgressCompanies: 3,
    sizeContacts: 2,
  });
  const found = (await world.found(segment)).map((row) => [row.contactId, row.inclusionStatus, row.rank]);
  expect(found).toEqual([
    ['12', 'INCLUDED', 1],
    ['11', 'INCLUDED', 2],
    ['13', 'CANDIDATE_CHECKED_NOT_INCLUDED', null],
  ]);
  const charges = (await world.ledger(segment)).map((entry) => [entry.kind, entry.amount, entry.balanceAfter]);
  expect(charges).toEqual([
    ['GRANT', 10, 10],
    ['CONSUME', -1, 9],
    ['CONSUME', -1, 8],
  ]);
});
