import { marketSource } from '@quarry/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isNetNewTo } from '#server/features/markets/previews/net-new.sql.ts';
import { compileCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { NO_CONFIGS } from '#server/features/universe/criteria/data-point.ts';
import { previewCompanies } from '#server/features/universe/criteria/preview-companies.ts';
import {
  employeesFrom,
  idsOf,
  inCountry,
  type MarketWorld,
  openMarketWorld,
  type TestCompany,
  universe,
  where,
} from './testing/market-world.ts';
import { company } from './testing/test-world.ts';

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

describe('companies from markets', () => {
  test('are exactly those that a preview calls net-new; the others keep their sources', async () => {
    const id = await world.client('netnew', { sourcingCriteria: employeesFrom(300) });
    await world.build(id);
    const market = await world.market(id, { name: 'Germany', criteria: inCountry('DE') });
    const old = universe.filter(({ employees }) => employees >= 300);
    const german = universe.filter(({ country }) => country === 'DE');
    const netNew = german.filter((known) => !old.includes(known));
    const preview = await previewCompanies({
      warehouse: world.warehouse,
      criteria: compileCriteria(inCountry('DE'), { today: '2026-01-01', configs: NO_CONFIGS }),
      isNetNew: isNetNewTo({ name: 'netnew', datasetVersion: (await world.open(id)).version }, []),
      netNewOnly: true,
      rows: 20,
      today: '2026-01-01',
    });
    expect(preview.totalNetNew).toBe(netNew.length);
    await world.build(id);
    const found = await world.members(id);
    expect([...found.keys()].toSorted()).toEqual(idsOf([...old, ...netNew]));
    for (const known of old) expect(found.get(String(known.id))).toEqual(['CRITERIA']);
    for (const known of netNew) expect(found.get(String(known.id))).toEqual([marketSource(market)]);
    const settled = { companiesAdded: netNew.length, companiesWithheld: 0, isSourcingDue: false };
    expect(await world.readMarket(market)).toMatchObject(settled);
    expect((await world.readMarket(market)).lastSourcedAt).not.toBeNull();
    await world.build(id);
    expect(await world.members(id)).toEqual(found);
    expect(await world.readMarket(market)).toMatchObject(settled);
  });

  test('share the limit with the criteria, best first; withheld companies enter once there is room', async () => {
    const id = await world.client('limited', { sourcingCriteria: employeesFrom(380), companyLimit: 8 });
    const approvedAt = new Date();
    const market = await world.market(id, { name: 'France', criteria: inCountry('FR'), publishedAt: approvedAt });
    const matching = universe.filter(({ employees, country }) => employees >= 380 || country === 'FR');
    // With all else equal, more employees are better.
    const best = matching.toSorted((one, other) => other.employees - one.employees);
    await world.build(id);
    expect(await world.ids(id)).toEqual(idsOf(best.slice(0, 8)));
    const french = (list: readonly TestCompany[]) => list.filter(({ country }) => country === 'FR').length;
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: french(best.slice(0, 8)),
      companiesWithheld: french(best.slice(8)),
      isSourcingDue: true,
    });
    await world.putCompanies([{ id: 101, employees: 900, country: 'FR' }], new Date(approvedAt.getTime() + 1000));
    await world.change('limited', { companyLimit: 10 });
    // The criteria would admit the newest company.
    await world.change('limited', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
    await world.build(id);
    expect(await world.ids(id)).toEqual(idsOf(best.slice(0, 10)));
    await world.change('limited', { companyLimit: null });
    await world.build(id);
    expect(await world.ids(id)).toEqual(idsOf(best));
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: french(best),
      companiesWithheld: 0,
      isSourcingDue: false,
    });
    await world.put('companies', [company(101, { name: '', version: 2 })]);
  });

  test('a live market adds new companies of the universe at each build and retries withheld ones', async () => {
    const id = await world.client('live', { gfAppFeatureFlags: ['useMarketsForSourcing'], companyLimit: 5 });
    const market = await world.market(id, { name: 'Live US', criteria: inCountry('US'), isLive: true });
    const american = universe.filter(({ country }) => country === 'US');
    const best = american.toSorted((one, other) => other.employees - one.employees);
    await world.build(id);
    expect(await world.ids(id)).toEqual(idsOf(best.slice(0, 5)));
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: 5,
      companiesWithheld: american.length - 5,
      isSourcingDue: false,
    });
    const later: TestCompany = { id: 102, employees: 5, country: 'US' };
    await world.putCompanies([later], new Date(Date.now() + 60_000));
    await world.change('live', { companyLimit: null });
    await world.build(id);
    expect(await world.ids(id)).toEqual(idsOf([...american, later]));
    expect(await world.readMarket(market)).toMatchObject({
      companiesAdded: american.length + 1,
      companiesWithheld: 0,
    });
    await world.put('companies', [company(102, { name: '', version: 2 })]);
  });

  test('overlapping markets each count a company and become its source, but add it once', async () => {
    const id = await world.client('overlap', { sourcingCriteria: employeesFrom(395) });
    const one = await world.market(id, { name: 'DE FR', criteria: inCountry('DE', 'FR') });
    const other = await world.market(id, { name: 'FR US', criteria: inCountry('FR', 'US'), isLive: true });
    await world.build(id);
    const found = await world.members(id);
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
    expect(await world.members(id)).toEqual(found);
    expect(await world.readMarket(third)).toMatchObject({ companiesAdded: 0, isSourcingDue: false });
  });

  test('a reset keeps market companies, and a live market keeps companies that the criteria drop', async () => {
    const id = await world.client('resetting', { sourcingCriteria: employeesFrom(200) });
    const market = await world.market(id, { name: 'Live DE', criteria: inCountry('DE'), isLive: true });
    await world.build(id);
    await world.change('resetting', { sourcingCriteria: employeesFrom(400), isSourcingEnabled: false });
    const { companiesAdded } = await world.readMarket(market);
    await world.build(id, { resetDataset: true });
    const german = universe.filter(({ country }) => country === 'DE');
    expect(await world.ids(id)).toEqual(
      idsOf(universe.filter((known) => german.includes(known) || known.employees >= 400)),
    );
    const late = await world.client('late', { sourcingCriteria: inCountry('DE', 'FR') });
    await world.build(late);
    const keeper = await world.market(late, { name: 'Live DE FR', criteria: inCountry('DE', 'FR'), isLive: true });
    await world.change('late', { sourcingCriteria: inCountry('FR') });
    await world.build(late, { resetDataset: true });
    // German companies stay only because of the market; nothing changes for French ones.
    const kept = universe.flatMap(({ id: companyId, country }): [string, string[]][] => {
      if (country === 'US') return [];
      return [[String(companyId), country === 'DE' ? [marketSource(keeper)] : ['CRITERIA']]];
    });
    expect(await world.members(late)).toEqual(new Map(kept));
    expect(await world.readMarket(keeper)).toMatchObject({ companiesAdded: 0 });
    expect(await world.readMarket(market)).toMatchObject({ companiesAdded });
  });

  test('nothing is added without sourcing or in calibration, and the market stays due', async () => {
    const id = await world.client('paused', { isSourcingEnabled: false, excludeCompanyIds: ['4'] });
    const market = await world.market(id, { name: 'DE', criteria: inCountry('DE') });
    await world.build(id);
    expect(await world.ids(id)).toEqual([]);
    const { version } = await world.open(id);
    const idle = await world.build(id, { onlyDueMarkets: true });
    expect(idle.message).toBe('No market is waiting for companies');
    expect((await world.open(id)).version).toBe(version);
    await world.change('paused', {
      isSourcingEnabled: true,
      isCalibrationModeEnabled: true,
      calibrationModeCompanies: ['company1.com'],
      gfAppFeatureFlags: ['useMarketsForSourcing'],
    });
    await world.build(id);
    expect(await world.members(id)).toEqual(new Map([['1', []]]));
    expect(await world.readMarket(market)).toMatchObject({
      isSourcingDue: true,
      companiesAdded: 0,
      lastSourcedAt: null,
    });
    await world.change('paused', { isCalibrationModeEnabled: false });
    await world.build(id, { onlyDueMarkets: true });
    const german = universe.filter(({ country, id: companyId }) => country === 'DE' && companyId !== 4);
    expect(await world.ids(id)).toEqual(idsOf(german));
    // Calibration mode had already added one company.
    expect(await world.readMarket(market)).toMatchObject({ isSourcingDue: false, companiesAdded: german.length - 1 });
  });

  test('a market whose criteria no longer compile is skipped with a message; the others are sourced', async () => {
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
    expect((await world.build(id, { onlyDueMarkets: true })).message).toBe('No market is waiting for companies');
  });
});
