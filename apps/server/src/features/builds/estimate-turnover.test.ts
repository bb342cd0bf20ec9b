import type { ClientConfig } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { sample } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fromClientRow } from '#server/features/client-configs/client-columns.ts';
import { planMarkets } from '#server/features/markets/sourcing/plan-markets.ts';
import { estimateAdditions } from './estimate-additions.ts';
import { estimateTurnover } from './estimate-turnover.ts';
import { inCountry, type MarketWorld, openMarketWorld, universe, where } from './testing/market-world.ts';

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const EDITS = 8;
const countries = fc.subarray(['DE', 'FR', 'US'], { minLength: 1 });
const domains = fc.subarray(
  universe.map(({ id }) => `company${id}.com`),
  { maxLength: 8 },
);
const ids = fc.subarray(
  universe.map(({ id }) => String(id)),
  { maxLength: 10 },
);

/** An edit of a config, with the kind of build that follows. */
interface Edit {
  readonly changes: Partial<ClientConfig>;
  readonly companyLimit: number | null;
  readonly resetDataset: boolean;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  changes: fc.record(
    {
      sourcingCriteria: fc.oneof(
        countries.map((codes) => inCountry(...codes)),
        fc
          .integer({ min: 0, max: 450 })
          .map((value) => where({ field: 'firmographics/employee_count', operator: 'gte', value })),
      ),
      isSourcingEnabled: fc.boolean(),
      excludeCompanyIds: ids,
      isCalibrationModeEnabled: fc.boolean(),
      calibrationModeCompanies: domains,
      gfAppFeatureFlags: fc.constantFrom([], ['useMarketsForSourcing' as const]),
    },
    { requiredKeys: [] },
  ),
  companyLimit: fc.option(fc.integer({ min: 0, max: 40 })),
  resetDataset: fc.boolean(),
});

test('what a build would do is what the next build does, company by company', async () => {
  const clientId = await world.client('edited', { sourcingCriteria: inCountry('DE') });
  const marketId = await world.market(clientId, { name: 'Large', criteria: inCountry('US'), isLive: true });
  await world.market(clientId, { name: 'French', criteria: inCountry('FR') });
  let before: readonly string[] = [];
  for (const { changes, companyLimit, resetDataset } of sample(edit, EDITS)) {
    await world.change('edited', { ...changes, companyLimit });
    const next = await world.db.asSystem(async (tx) => {
      const [row] = await tx.select().from(clients).where(eq(clients.id, clientId));
      if (row === undefined) throw new Error('No such client');
      const { datasetVersion, excludedSinceBuild } = row;
      const markets = await planMarkets(tx, clientId);
      return {
        config: fromClientRow(row),
        companyLimit: row.companyLimit,
        datasetVersion,
        excludedSinceBuild,
        markets,
        crmSources: [],
      };
    });
    const { signal } = new AbortController();
    const expected = await estimateTurnover(world.warehouse, next, { resetDataset, signal });
    const additions = await estimateAdditions(world.warehouse, next, { marketId, signal });
    const market = await world.readMarket(marketId);
    await world.build(clientId, { resetDataset, acceptLoss: true });
    const after = await world.ids(clientId);
    const [old, now] = [new Set(before), new Set(after)];
    expect({ changes, companyLimit, resetDataset, ...expected }).toMatchObject({
      companies: after.length,
      entering: after.filter((id) => !old.has(id)).length,
      leaving: before.filter((id) => !now.has(id)).length,
    });
    const { companiesAdded, companiesWithheld, lastSourcedAt } = await world.readMarket(marketId);
    const wasQueried = lastSourcedAt?.getTime() !== market.lastSourcedAt?.getTime();
    const found = wasQueried ? companiesAdded - market.companiesAdded + companiesWithheld : 0;
    // Additions are those of a normal build.
    if (!resetDataset) expect(additions.companies).toBe(found);
    expect(additions.countries).toEqual(
      additions.companies === 0 ? [] : [{ country: 'US', companies: additions.companies }],
    );
    before = after;
  }
}, 60_000);
