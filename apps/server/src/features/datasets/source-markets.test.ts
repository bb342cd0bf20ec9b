import { sql } from '@quarry/clickhouse';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { marketSource } from './sources.ts';
import { company, currentVersion, openTestWorld, type TestWorld } from './testing-world.fixture.ts';

let world: TestWorld;

/** What the universe holds, for counting without the engine. */
interface Known {
  readonly id: number;
  readonly employees: number;
  readonly country: string;
}
const COUNTRIES = ['DE', 'FR', 'US'];
const universe: Known[] = Array.from({ length: 40 }, (_, at) => ({
  id: at + 1,
  employees: (at + 1) * 10,
  country: COUNTRIES[at % 3] ?? '',
}));
const YEAR_2020 = new Date('2020-01-01T00:00:00Z');

const put = (known: readonly Known[], firstSeen = YEAR_2020) =>
  world.put(
    'companies',
    known.map(({ id, employees, country }) =>
      company(id, { employee_count: employees, country, first_seen_at: firstSeen.toISOString() }),
    ),
  );

beforeAll(async () => {
  world = await openTestWorld();
  await put(universe);
});
afterAll(() => world.close());

const where = (...rules: Omit<FilterRule, 'id'>[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: rules.map((rule, at) => ({ id: `r${at}`, ...rule })),
});
const inCountry = (...codes: string[]) => where({ field: 'firmographics/country', operator: 'isOneOf', value: codes });
const employeesFrom = (least: number) =>
  where({ field: 'firmographics/employee_count', operator: 'gte', value: least });

const idsOf = (known: readonly Known[]): string[] => known.map(({ id }) => String(id)).toSorted();

/** Who is in the dataset, with the sources; throws when one is there twice. */
async function members(clientId: string): Promise<Map<string, string[]>> {
  const dataset = await world.open(clientId);
  const rows = await world.read(
    sql`SELECT toString(__company_id) AS id, __sources AS sources FROM ${dataset.table()}`,
    {
      id: z.string(),
      sources: z.array(z.string()),
    },
  );
  const found = new Map(rows.map(({ id, sources }) => [id, sources]));
  expect(found.size).toBe(rows.length);
  return found;
}
const ids = async (clientId: string): Promise<string[]> => [...(await members(clientId)).keys()].toSorted();

describe('companies from markets', () => {
  test('exactly the net-new ones are added, counted and named; the others keep their sources', async () => {
    const id = await world.client('netnew', { sourcingCriteria: employeesFrom(300) });
    await world.build(id);
    const market = await world.market(id, { name: 'Germany', criteria: inCountry('DE') });
    const old = universe.filter(({ employees }) => employees >= 300);
    const german = universe.filter(({ country }) => country === 'DE');
    const netNew = german.filter((known) => !old.includes(known));
    await world.build(id);
    const found = await members(id);
    expect([...found.keys()].toSorted()).toEqual(idsOf([...old, ...netNew]));
    for (const known of old) expect(found.get(String(known.id))).toEqual(['CRITERIA']);
    for (const known of netNew) expect(found.get(String(known.id))).toEqual([marketSource(market)]);
    const settled = { companiesAdded: netNew.length, companiesWithheld: 0, isSourcingDue: false };
    expect(await world.readMarket(market)).toMatchObject(settled);
    expect((await world.readMarket(market)).lastSourcedAt).not.toBeNull();
    await world.build(id);
    expect(await members(id)).toEqual(found);
    expect(await world.readMarket(market)).toMatchObject(settled);
  });

  test('the limit takes the best of criteria and markets together; the rest comes when there is room, if it was known', async () => {
    const id = await world.client('limited', { sourcingCriteria: employeesFrom(380), companyLimit: 8 });
    const approvedAt = new Date();
    const market = await world.market(id, { name: 'France', criteria: inCountry('FR'), publishedAt: approvedAt });
    const matching = universe.filter(({ employees, country }) => employees >= 380 || country === 'FR');
    // With all else equal, more employees are better.
    const best = matching.toSorted((one, other) => other.employees - one.employees);
    await world.build(id);
    expect(await ids(id)).toEqual(idsOf(best.slice(0, 8)));
    const french = (list: readonly Known[]) => list.filter(({ country }) => country === 'FR').length;
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: french(best.slice(0, 8)),
      companiesWithheld: french(best.slice(8)),
      isSourcingDue: true,
    });
    await put([{ id: 101, employees: 900, country: 'FR' }], new Date(approvedAt.getTime() + 1000));
    await world.change('limited', { companyLimit: 10 });
    // Criteria would take the newest company.
    await world.change('limited', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
    await world.build(id);
    expect(await ids(id)).toEqual(idsOf(best.slice(0, 10)));
    await world.change('limited', { companyLimit: null });
    await world.build(id);
    expect(await ids(id)).toEqual(idsOf(best));
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: french(best),
      companiesWithheld: 0,
      isSourcingDue: false,
    });
    await world.put('companies', [company(101, { name: '', version: 2 })]);
  });

  test('a live market adds what is new in the universe at each build, and asks for what was withheld again', async () => {
    const id = await world.client('live', { gfAppFeatureFlags: ['useMarketsForSourcing'], companyLimit: 5 });
    const market = await world.market(id, { name: 'Live US', criteria: inCountry('US'), isLive: true });
    const american = universe.filter(({ country }) => country === 'US');
    const best = american.toSorted((one, other) => other.employees - one.employees);
    await world.build(id);
    expect(await ids(id)).toEqual(idsOf(best.slice(0, 5)));
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: 5,
      companiesWithheld: american.length - 5,
      isSourcingDue: false,
    });
    const later: Known = { id: 102, employees: 5, country: 'US' };
    await put([later], new Date(Date.now() + 60_000));
    await world.change('live', { companyLimit: null });
    await world.build(id);
    expect(await ids(id)).toEqual(idsOf([...american, later]));
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: american.length + 1,
      companiesWithheld: 0,
    });
    await world.put('companies', [company(102, { name: '', version: 2 })]);
  });

  test('markets that overlap name and count a company each, but add it once', async () => {
    const id = await world.client('overlap', { sourcingCriteria: employeesFrom(395) });
    const one = await world.market(id, { name: 'DE FR', criteria: inCountry('DE', 'FR') });
    const other = await world.market(id, { name: 'FR US', criteria: inCountry('FR', 'US'), isLive: true });
    await world.build(id);
    const found = await members(id);
    expect(found.size).toBe(40);
    for (const { id: companyId, country, employees } of universe) {
      const expected = [
        ...(employees >= 395 ? ['CRITERIA'] : []),
        ...(country === 'DE' || country === 'FR' ? [marketSource(one)] : []),
        ...(country === 'FR' || country === 'US' ? [marketSource(other)] : []),
      ];
      expect(found.get(String(companyId))).toEqual(expected.toSorted());
    }
    const count = (...codes: string[]) => universe.filter(({ country }) => codes.includes(country)).length;
    expect(await world.readMarket(one)).toMatchObject({ companiesAdded: count('DE', 'FR') });
    expect(await world.readMarket(other)).toMatchObject({ companiesAdded: count('FR', 'US') });
    const third = await world.market(id, { name: 'All', criteria: employeesFrom(1) });
    await world.build(id);
    expect(await members(id)).toEqual(found);
    expect(await world.readMarket(third)).toMatchObject({ companiesAdded: 0, isSourcingDue: false });
  });

  test('a reset keeps market companies, and a live market keeps what the criteria let go', async () => {
    const id = await world.client('resetting', { sourcingCriteria: employeesFrom(200) });
    const market = await world.market(id, { name: 'Live DE', criteria: inCountry('DE'), isLive: true });
    await world.build(id);
    await world.change('resetting', { sourcingCriteria: employeesFrom(400), isSourcingEnabled: false });
    const { companiesAdded } = await world.readMarket(market);
    await world.build(id, { resetDataset: true });
    const german = universe.filter(({ country }) => country === 'DE');
    expect(await ids(id)).toEqual(idsOf(universe.filter((known) => german.includes(known) || known.employees >= 400)));
    const late = await world.client('late', { sourcingCriteria: inCountry('DE', 'FR') });
    await world.build(late);
    const keeper = await world.market(late, { name: 'Live DE FR', criteria: inCountry('DE', 'FR'), isLive: true });
    await world.change('late', { sourcingCriteria: inCountry('FR') });
    await world.build(late, { resetDataset: true });
    // Germany only stays because of the market; for France nothing has changed.
    const kept = universe.flatMap(({ id: companyId, country }): [string, string[]][] => {
      if (country === 'US') return [];
      return [[String(companyId), country === 'DE' ? [marketSource(keeper)] : ['CRITERIA']]];
    });
    expect(await members(late)).toEqual(new Map(kept));
    expect(await world.readMarket(keeper)).toMatchObject({ companiesAdded: 0 });
    expect(await world.readMarket(market)).toMatchObject({ companiesAdded });
  });

  test('nothing is added without sourcing or in calibration, and the market stays due', async () => {
    const id = await world.client('paused', { isSourcingEnabled: false, excludeCompanyIds: ['4'] });
    const market = await world.market(id, { name: 'DE', criteria: inCountry('DE') });
    await world.build(id);
    expect(await ids(id)).toEqual([]);
    const { version } = await world.open(id);
    const idle = await world.build(id, { onlyDueMarkets: true });
    expect(idle.message).toBe('No market waits for its companies');
    expect((await world.open(id)).version).toBe(version);
    await world.change('paused', {
      isSourcingEnabled: true,
      isCalibrationModeEnabled: true,
      calibrationModeCompanies: ['company1.com'],
      gfAppFeatureFlags: ['useMarketsForSourcing'],
    });
    await world.build(id);
    expect(await members(id)).toEqual(new Map([['1', []]]));
    expect(await world.readMarket(market)).toMatchObject({
      isSourcingDue: true,
      companiesAdded: 0,
      lastSourcedAt: null,
    });
    await world.change('paused', { isCalibrationModeEnabled: false });
    await world.build(id, { onlyDueMarkets: true });
    const german = universe.filter(({ country, id: companyId }) => country === 'DE' && companyId !== 4);
    expect(await ids(id)).toEqual(idsOf(german));
    // The company of the calibration was there already.
    expect(await world.readMarket(market)).toMatchObject({ isSourcingDue: false, companiesAdded: german.length - 1 });
  });

  test('a market whose criteria can not be asked any more is left out with a word; the others go on', async () => {
    const id = await world.client('invalid', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
    const gone = await world.market(id, {
      name: 'Gone',
      criteria: where({ field: 'firmographics/shoe_size', operator: 'exists' }),
    });
    const unreadable = await world.market(id, { name: 'Unreadable', criteria: { nonsense: true } });
    const good = await world.market(id, { name: 'Good', criteria: inCountry('DE') });
    const result = await world.build(id);
    expect(result.message).toMatch(/“Unreadable”|“Gone”/);
    expect(result.message).toContain('“Gone”: ');
    expect(await world.readMarket(good)).toMatchObject({ isSourcingDue: false });
    for (const broken of [gone, unreadable]) {
      expect(await world.readMarket(broken)).toMatchObject({ isSourcingDue: true, lastSourcedAt: null });
    }
    expect((await world.build(id, { onlyDueMarkets: true })).message).toBe('No market waits for its companies');
  });
});

describe('a build that sources markets and is interrupted', () => {
  test.each([1, 2, 3, 4, 5])('before saving %i: nothing is added or counted twice', async (crashAtCheckpoint) => {
    const id = await world.client(`killed${crashAtCheckpoint}`, {
      sourcingCriteria: employeesFrom(390),
      companyLimit: 20,
    });
    const market = await world.market(id, { name: 'All', criteria: inCountry('DE', 'FR') });
    const rangeCompanies = 10;
    const first = await world.build(id, { rangeCompanies, crashAtCheckpoint });
    expect(first.crashed).toBe(true);
    expect(await world.readMarket(market)).toMatchObject({ companiesAdded: 0, isSourcingDue: true });
    const second = await world.build(id, { rangeCompanies, checkpoint: first.checkpoint });
    // As after a kill between the swap and the end of the job.
    await world.build(id, { rangeCompanies, checkpoint: second.checkpoint });
    const matching = universe.filter(({ employees, country }) => employees >= 390 || country !== 'US');
    const best = matching.toSorted((one, other) => other.employees - one.employees);
    expect(await ids(id)).toEqual(idsOf(best.slice(0, 20)));
    expect(await currentVersion(world, id)).toMatchObject({ rowCount: 20, withheldCount: best.length - 20 });
    const count = (list: readonly Known[]) => list.filter(({ country }) => country !== 'US').length;
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: count(best.slice(0, 20)),
      companiesWithheld: count(best.slice(20)),
    });
  });

  test('an approval meanwhile stays due: the build goes on with what it began with', async () => {
    const id = await world.client('meanwhile', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
    const market = await world.market(id, {
      name: 'M',
      criteria: inCountry('DE'),
      publishedAt: new Date(Date.now() - 5),
    });
    const first = await world.build(id, { crashAtCheckpoint: 2 });
    await world.approve(market, { name: 'M', criteria: inCountry('FR') });
    const late = await world.market(id, { name: 'Late', criteria: inCountry('US') });
    await world.build(id, { checkpoint: first.checkpoint });
    const count = (code: string) => universe.filter(({ country }) => country === code).length;
    expect(await ids(id)).toEqual(idsOf(universe.filter(({ country }) => country === 'DE')));
    expect(await world.readMarket(market)).toMatchObject({ isSourcingDue: true, companiesAdded: count('DE') });
    expect(await world.readMarket(late)).toMatchObject({ isSourcingDue: true, companiesAdded: 0 });
    await world.build(id, { onlyDueMarkets: true });
    expect(await ids(id)).toEqual(idsOf(universe));
    expect(await world.readMarket(market)).toMatchObject({
      isSourcingDue: false,
      companiesAdded: count('DE') + count('FR'),
    });
    expect(await world.readMarket(late)).toMatchObject({ isSourcingDue: false, companiesAdded: count('US') });
  });
});
