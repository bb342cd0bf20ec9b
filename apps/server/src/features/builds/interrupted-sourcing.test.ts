import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  employeesFrom,
  idsOf,
  inCountry,
  type MarketWorld,
  openMarketWorld,
  type TestCompany,
  universe,
} from './testing/market-world.ts';
import { currentVersion } from './testing/test-world.ts';

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

describe('an interrupted build that sources markets', () => {
  test.each([1, 2, 3, 4, 5])(
    'adds and counts nothing twice after a crash before save %i',
    async (crashAtCheckpoint) => {
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
      expect(await world.ids(id)).toEqual(idsOf(best.slice(0, 20)));
      expect(await currentVersion(world, id)).toMatchObject({ rowCount: 20, withheldCount: best.length - 20 });
      const count = (list: readonly TestCompany[]) => list.filter(({ country }) => country !== 'US').length;
      expect(await world.readMarket(market)).toMatchObject({
        companiesAdded: count(best.slice(0, 20)),
        companiesWithheld: count(best.slice(20)),
      });
    },
  );

  test('keeps the markets that it began with; a later approval stays due', async () => {
    const id = await world.client('later', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
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
    expect(await world.ids(id)).toEqual(idsOf(universe.filter(({ country }) => country === 'DE')));
    expect(await world.readMarket(market)).toMatchObject({ isSourcingDue: true, companiesAdded: count('DE') });
    expect(await world.readMarket(late)).toMatchObject({ isSourcingDue: true, companiesAdded: 0 });
    await world.build(id, { onlyDueMarkets: true });
    expect(await world.ids(id)).toEqual(idsOf(universe));
    expect(await world.readMarket(market)).toMatchObject({
      isSourcingDue: false,
      companiesAdded: count('DE') + count('FR'),
    });
    expect(await world.readMarket(late)).toMatchObject({ isSourcingDue: false, companiesAdded: count('US') });
  });

  test('keeps the results of another build that was swapped in between', async () => {
    const id = await world.client('between', { gfAppFeatureFlags: ['useMarketsForSourcing'] });
    await world.market(id, { name: 'DE', criteria: inCountry('DE') });
    for (const crashAtCheckpoint of [2, 3]) {
      const first = await world.build(id, { crashAtCheckpoint });
      const code = crashAtCheckpoint === 2 ? 'FR' : 'US';
      const market = await world.market(id, { name: code, criteria: inCountry(code) });
      await world.build(id, { onlyDueMarkets: true });
      const found = await world.members(id);
      await world.build(id, { checkpoint: first.checkpoint });
      expect(await world.members(id)).toEqual(found);
      const added = universe.filter(({ country }) => country === code).length;
      expect(await world.readMarket(market)).toMatchObject({ isSourcingDue: false, companiesAdded: added });
    }
    expect(await world.ids(id)).toEqual(idsOf(universe));
  });
});
