import { createTable, ident, sql } from '@quarry/clickhouse';
import type { ClientConfig } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { sample, seed } from '@quarry/testing/random';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { fromClientRow } from '#server/features/client-configs/client-columns.ts';
import { crmRecordsTable } from '#server/features/datasets/crm-records.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { planMarkets } from '#server/features/markets/sourcing/plan-markets.ts';
import { estimateTurnover, type NextBuild, type TurnoverOptions } from './estimate-turnover.ts';
import {
  inCountry,
  type MarketWorld,
  openMarketWorld,
  type TestCompany,
  universe,
  where,
} from './testing/market-world.ts';

let world: MarketWorld;
beforeAll(async () => {
  world = await openMarketWorld();
});
afterAll(() => world.close());

const BUILDS = 5;
const EDITS_PER_BUILD = 40;
const NAME = 'edited';
/** The companies of a CRM. */
const CRM_IDS = ['4', '8', '15', '16', '23'];

/** Criteria that both the engine and plain TypeScript can read. */
interface Criteria {
  readonly filter: ClientConfig['sourcingCriteria'];
  readonly holds: (company: TestCompany) => boolean;
}
const inCountries = (codes: readonly string[]): Criteria => ({
  filter: inCountry(...codes),
  holds: ({ country }) => codes.includes(country),
});
const atLeast = (value: number): Criteria => ({
  filter: where({ field: 'firmographics/employee_count', operator: 'gte', value }),
  holds: ({ employees }) => employees >= value,
});
const MARKETS = { Large: inCountries(['US']), French: inCountries(['FR']) };

/** An edit of a config, with the state of the client that it meets. */
const edit = fc.record({
  criteria: fc.oneof(
    fc.subarray(['DE', 'FR', 'US'], { minLength: 1 }).map(inCountries),
    fc.integer({ min: 0, max: 450 }).map(atLeast),
  ),
  changes: fc.record(
    {
      isSourcingEnabled: fc.boolean(),
      excludeCompanyIds: fc.subarray(
        universe.map(({ id }) => String(id)),
        { maxLength: 10 },
      ),
      isCalibrationModeEnabled: fc.boolean(),
      calibrationModeCompanies: fc.subarray(
        universe.map(({ id }) => `company${id}.com`),
        { maxLength: 8 },
      ),
      gfAppFeatureFlags: fc.subarray(['useMarketsForSourcing' as const]),
    },
    { requiredKeys: [] },
  ),
  companyLimit: fc.option(fc.integer({ min: 0, max: 40 })),
  resetDataset: fc.boolean(),
});
const unsaved = fc.record({
  edit,
  hasCrm: fc.boolean(),
  isFrenchDue: fc.boolean(),
  excludedSinceBuild: fc.subarray(
    universe.map(({ id }) => String(id)),
    { maxLength: 4 },
  ),
});

interface Member {
  readonly sources: readonly string[];
  readonly isHidden: boolean;
}

/** The members after a build, computed in plain TypeScript. */
function predict(
  members: ReadonlyMap<string, Member>,
  { config, companyLimit, markets, excludedSinceBuild, crmSources }: NextBuild,
  { holds }: Criteria,
  resetDataset: boolean,
) {
  const { isCalibrationModeEnabled: isCalibrating, isSourcingEnabled: addsNew } = config;
  const usesCriteria = !isCalibrating && !config.gfAppFeatureFlags.includes('useMarketsForSourcing');
  const ending = [...(isCalibrating ? [] : ['CALIBRATION']), ...(usesCriteria && resetDataset ? ['CRITERIA'] : [])];
  const queried = isCalibrating ? [] : markets.filter(({ isLive }) => addsNew || (resetDataset && isLive));
  const excluded = new Set(config.excludeCompanyIds);
  const before = new Set([...members].flatMap(([id, { isHidden }]) => (isHidden ? [] : [id])));
  for (const id of excludedSinceBuild) before.delete(id);
  const found = universe.flatMap((company) => {
    const id = String(company.id);
    const member = members.get(id);
    const isListed = isCalibrating && config.calibrationModeCompanies.includes(`company${id}.com`);
    const isOffered = queried.some(({ name }) =>
      Object.entries(MARKETS).some(([other, market]) => other === name && market.holds(company)),
    );
    const isSourced =
      member?.sources.some((source) => !ending.includes(source)) === true ||
      (usesCriteria && holds(company)) ||
      isListed ||
      isOffered ||
      (crmSources.length > 0 && CRM_IDS.includes(id));
    const mayEnter = member !== undefined || ((addsNew || isCalibrating) && !excluded.has(id));
    const isShown = !excluded.has(id) && (!isCalibrating || isListed);
    return isSourced && mayEnter && isShown ? [{ id, isNew: member === undefined }] : [];
  });
  const known = found.filter(({ isNew }) => !isNew);
  const fresh = found.length - known.length;
  const room = isCalibrating || companyLimit === null ? fresh : Math.max(0, companyLimit - known.length);
  const admitted = Math.min(fresh, room);
  const staying = known.filter(({ id }) => before.has(id)).length;
  return {
    companies: known.length + admitted,
    entering: known.length + admitted - staying,
    leaving: before.size - staying,
    withheld: fresh - admitted,
  };
}

async function readNext(clientId: string): Promise<NextBuild> {
  return world.db.asSystem(async (tx) => {
    const [row] = await tx.select().from(clients).where(eq(clients.id, clientId));
    if (row === undefined) throw new Error('No such client');
    const { datasetVersion, companyLimit, excludedSinceBuild } = row;
    const markets = await planMarkets(tx, clientId);
    return { config: fromClientRow(row), companyLimit, datasetVersion, excludedSinceBuild, markets, crmSources: [] };
  });
}

async function readMembers({ datasetVersion }: NextBuild): Promise<Map<string, Member>> {
  if (datasetVersion === null) return new Map();
  const { database, members } = datasetTables(NAME, datasetVersion);
  const rows = await world.read(
    sql`SELECT toString(company_id) AS id, sources, is_hidden FROM ${ident(database, members)}`,
    { id: z.string(), sources: z.array(z.string()), is_hidden: z.boolean() },
  );
  return new Map(rows.map(({ id, sources, is_hidden }) => [id, { sources, isHidden: is_hidden }]));
}

const estimate = (next: NextBuild, options: Omit<TurnoverOptions, 'signal'> = {}) =>
  estimateTurnover(world.warehouse, next, { resetDataset: true }, { ...options, signal: new AbortController().signal });

test(`what ${BUILDS * EDITS_PER_BUILD} edits would do is what plain TypeScript finds, and what builds do`, async () => {
  console.log(`QUARRY_SEED=${seed}`);
  const clientId = await world.client(NAME, { sourcingCriteria: inCountry('DE') });
  const marketId = await world.market(clientId, { name: 'Large', criteria: MARKETS.Large.filter, isLive: true });
  await world.market(clientId, { name: 'French', criteria: MARKETS.French.filter });
  const [, french] = (await readNext(clientId)).markets;
  if (french === undefined) throw new Error('No such market');
  const crm = crmRecordsTable(NAME, 1);
  await world.build(clientId);
  await createTable(world.warehouse, crm);
  await world.warehouse.insert(
    { database: crm.database, table: crm.name },
    CRM_IDS.map((id) => ({
      company_id: id,
      record_id: id,
      is_linked: 0,
      created_at: '2026-01-02 00:00:00',
      modified_at: '2026-01-02 00:00:00',
      row: '',
    })),
  );
  const unsavedEdits = sample(unsaved, BUILDS * EDITS_PER_BUILD);
  for (const [at, { criteria, changes, companyLimit, resetDataset }] of sample(edit, BUILDS).entries()) {
    const saved = await readNext(clientId);
    const members = await readMembers(saved);
    const edits = unsavedEdits.slice(at * EDITS_PER_BUILD, (at + 1) * EDITS_PER_BUILD);
    await Promise.all(
      edits.map(async ({ edit, hasCrm, isFrenchDue, excludedSinceBuild }) => {
        const next: NextBuild = {
          ...saved,
          config: { ...saved.config, ...edit.changes, sourcingCriteria: edit.criteria.filter },
          companyLimit: edit.companyLimit,
          excludedSinceBuild,
          markets: [...saved.markets.filter(({ name }) => name !== 'French'), ...(isFrenchDue ? [french] : [])],
          crmSources: hasCrm ? [{ database: crm.database, name: crm.name, since: '2026-01-01 00:00:00' }] : [],
        };
        const netNew = universe.filter(
          ({ id }) => !members.has(String(id)) && !next.config.excludeCompanyIds.includes(String(id)),
        );
        const { build, other, netNewCompanies } = await estimate(next, { countsNetNew: true });
        expect({ edit, build, other, netNewCompanies }).toEqual({
          edit,
          build: predict(members, next, edit.criteria, false),
          other: predict(members, next, edit.criteria, true),
          netNewCompanies: netNew.filter(edit.criteria.holds).length,
        });
      }),
    );

    await world.change(NAME, { ...changes, sourcingCriteria: criteria.filter, companyLimit });
    const next = await readNext(clientId);
    const added = next.markets.find(({ id }) => id === marketId);
    if (added === undefined) throw new Error('No such market');
    const { build, other, additions } = await estimate(next, { added });
    const before = await world.ids(clientId);
    const market = await world.readMarket(marketId);
    await world.build(clientId, { resetDataset, acceptLoss: true });
    const after = await world.ids(clientId);
    const [old, now] = [new Set(before), new Set(after)];
    expect({ changes, companyLimit, resetDataset, ...(resetDataset ? other : build) }).toMatchObject({
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
  }
}, 60_000);
