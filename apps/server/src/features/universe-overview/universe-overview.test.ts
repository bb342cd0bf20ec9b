import { type Sql, sql } from '@quarry/clickhouse';
import { getUniverseOverview } from '@quarry/contracts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { generateUniverse } from '#server/features/universe/generate/generate-universe.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let staff: Caller;

beforeAll(async () => {
  server = await startTestServer();
  staff = { token: (await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] })).token };
}, 60_000);
afterAll(() => server.close());

const overview = async () => (await server.call(getUniverseOverview, {}, staff)).overview;

async function numbers(statement: Sql): Promise<readonly number[]> {
  const row = z.object({ found: z.array(z.coerce.number()) });
  return (await server.platform.warehouse.rows(statement, row))[0]?.found ?? [];
}

test('an empty universe has no companies, no rows and no age', async () => {
  const found = await overview();
  expect(found).toMatchObject({ companies: 0, oldestAt: null, newestAt: null, sources: [], countries: [] });
  for (const block of found.blocks) {
    expect(block).toMatchObject({ rows: 0, companies: 0, oldestAt: null, newestAt: null });
  }
});

test('the counts are those of the tables, and are counted anew after a recorded write', async () => {
  const { ledger, warehouse } = server.platform;
  await ledger.recordWrites([{ database: 'universe', name: 'companies' }], () =>
    generateUniverse({ warehouse, companies: 400, seed: 7, today: '2026-06-01' }),
  );
  const found = await overview();
  const blockOf = (name: string) => found.blocks.find(({ blockName }) => blockName === name);

  expect(found.companies).toBe(400);
  expect(blockOf('firmographics')).toMatchObject({ rows: 400, companies: 400, collectedCompanies: null });
  const [oldest = 0, newest = 0] = await numbers(
    sql`SELECT [min(toUnixTimestamp(refreshed_at)), max(toUnixTimestamp(refreshed_at))] AS found FROM ${readTable('companies')}`,
  );
  expect([found.oldestAt, found.newestAt]).toEqual(
    [oldest, newest].map((seconds) => new Date(seconds * 1_000).toISOString()),
  );
  expect(found.sources).toEqual([{ value: 'synthetic', companies: 400 }]);
  const countries = await server.platform.warehouse.rows(
    sql`SELECT toString(country) AS value, toUInt32(count()) AS companies FROM ${readTable('companies')}
      GROUP BY country ORDER BY companies DESC, value LIMIT 20`,
    z.object({ value: z.string(), companies: z.number() }),
  );
  expect(countries.length).toBe(20);
  expect(found.countries).toEqual(countries);

  const [funded] = await numbers(sql`SELECT [count()] AS found FROM ${readTable('funding')}`);
  expect(blockOf('funding')).toMatchObject({ rows: funded, companies: funded });
  const [people, employers] = await numbers(
    sql`SELECT [count(), uniqExact(company_id)] AS found FROM ${readTable('team_members')} WHERE is_current`,
  );
  const [collected] = await numbers(
    sql`SELECT [count()] AS found FROM ${readTable('collections')} WHERE block = 'team_members'`,
  );
  expect(employers).toBeGreaterThan(0);
  expect(blockOf('team_members')).toMatchObject({
    rows: people,
    companies: employers,
    collectedCompanies: collected,
    oldestAt: '2026-06-01T00:00:00.000Z',
    newestAt: '2026-06-01T00:00:00.000Z',
  });
  expect(await overview()).toEqual(found);
});
