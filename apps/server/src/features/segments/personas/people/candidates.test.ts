import { criteriaGroup, SENIORITIES } from '@quarry/contracts';
import { sample } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestUniverse, type TestUniverse } from '#server/features/universe/testing/test-universe.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { type OraclePerson, rankPeople } from '../testing/candidates-oracle.ts';
import { universePeople } from './universe-people.ts';

const PERSONAS = 60;
const COMPANIES = 40;
const never = new AbortController().signal;

const position = fc.constantFrom(
  'Sales',
  'VP Sales',
  'SVP of Sales',
  'Sales, EMEA',
  'Head of Sales',
  'Head  of   Global Sales',
  'head-of-sales',
  'Sales Manager',
  'Salesforce admin',
  'Café manager',
  'CAFE',
  'C++ developer',
  'Developer',
  'Dev/Ops lead',
  'DevOps',
  'Chief Executive Officer',
  'CEO',
  'ceo & founder',
  '',
  '   ',
  'Vertrieb',
  'Leiter Vertrieb',
); // prettier-ignore
const keyword = fc.constantFrom(
  'sales',
  'vp sales',
  '*vp',
  'head * sales',
  'head of sales',
  'develop*',
  'devops',
  '*ops',
  'cafe',
  'c++',
  'ceo',
  'vertrieb',
  'dev ops',
  'sales manager',
); // prettier-ignore
const place = fc.constantFrom('DE', 'FR', 'US', '');
const group = fc
  .record({
    positionInclusionKeywords: fc.array(keyword, { maxLength: 3 }),
    positionExclusionKeywords: fc.array(keyword, { maxLength: 2 }),
    seniorities: fc.uniqueArray(fc.constantFrom(...SENIORITIES), { maxLength: 3 }),
    countries: fc.uniqueArray(fc.constantFrom('de', 'US', 'region:Europe'), { maxLength: 2 }),
  })
  .filter((lists) => Object.values(lists).some((list) => list.length > 0))
  .map((lists) => criteriaGroup.parse(lists));
const person = fc.record({
  company_id: fc.integer({ min: 1, max: COMPANIES }).map(String),
  position,
  seniority: fc.constantFrom(...SENIORITIES, ''),
  country: place,
  confirmed_at: fc.constantFrom('2026-01-01', '2026-02-01', null),
  is_current: fc.boolean(),
});

let universe: TestUniverse;
let people: readonly OraclePerson[];

beforeAll(async () => {
  universe = await openTestUniverse();
  people = sample(person, 900).map((each, at) => ({ ...each, item_id: String(1_000 + at) }));
  await universe.warehouse.insert({ database: UNIVERSE, table: 'team_members' }, people, {
    columns: Object.keys(people[0] ?? {}),
  });
});
afterAll(() => universe.close());

test(`the candidates of ${PERSONAS} random personas are ranked as the rules say`, async () => {
  const provider = universePeople(universe.warehouse);
  const companyIds = Array.from({ length: COMPANIES }, (_each, at) => String(at + 1));
  const random = fc.record({
    groups: fc.array(group, { minLength: 1, maxLength: 4 }),
    ownedIds: fc.uniqueArray(fc.integer({ min: 1_000, max: 1_899 }).map(String), { maxLength: 300 }),
    includedIds: fc.uniqueArray(fc.integer({ min: 1_000, max: 1_899 }).map(String), { maxLength: 5 }),
    perCompany: fc.integer({ min: 1, max: 12 }),
  });
  let candidates = 0;
  for (const persona of sample(random, PERSONAS)) {
    const found = await provider.findCandidates({ ...persona, companyIds }, never);
    const owned = new Set(persona.ownedIds);
    for (const companyId of companyIds) {
      const own = people.filter(({ company_id }) => company_id === companyId);
      const expected = rankPeople(own, persona.groups, owned).filter(
        ({ id }, at) => at < persona.perCompany || persona.includedIds.includes(id),
      );
      const ranked = (found.get(companyId) ?? []).map(({ contactId, groupAt }) => ({ id: contactId, groupAt }));
      expect(ranked, JSON.stringify(persona)).toEqual(expected);
      candidates += ranked.length;
    }
  }
  expect(candidates).toBeGreaterThan(PERSONAS);
});
