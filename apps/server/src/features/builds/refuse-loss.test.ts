import { sql, uint } from '@quarry/clickhouse';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { company, currentVersion, openTestWorld, type TestWorld } from './testing/test-world.ts';

let world: TestWorld;
let clientId: string;
let name: string;
let clients = 0;
const ids = Array.from({ length: 10 }, (_, at) => at + 1);

beforeAll(async () => {
  world = await openTestWorld();
});
afterAll(() => world.close());

beforeEach(async () => {
  await world.warehouse.command(sql`TRUNCATE TABLE universe.companies`);
  await world.put(
    'companies',
    ids.map((id) => company(id, { employee_count: 100 * id })),
  );
  name = `client${(clients += 1)}`;
  clientId = await world.client(name);
  await world.build(clientId);
});

/** Removes companies without a trace, as a lost part of a table would. */
const lose = (count: number) =>
  world.warehouse.command(sql`ALTER TABLE universe.companies DELETE WHERE company_id <= ${uint(count)}`);

const size = async () => (await currentVersion(world, clientId)).rowCount;
const refusal = (lost: number) => `the dataset would lose ${lost} of 10 companies`;

test('a build that loses more than a fifth of the companies without a reason fails, and the last version stays', async () => {
  await lose(3);
  await expect(world.build(clientId)).rejects.toThrow(refusal(3));
  expect(await size()).toBe(10);
});

test('a build may lose a fifth', async () => {
  await lose(2);
  await world.build(clientId);
  expect(await size()).toBe(8);
});

test('a build that would lose everything tells how to accept that, and then goes on', async () => {
  await lose(10);
  await expect(world.build(clientId)).rejects.toThrow(/lose 10 of 10 .* npm run clients -- build \w+ --accept-loss$/);
  await world.build(clientId, { acceptLoss: true });
  expect(await size()).toBe(0);
});

test('a reset, or companies excluded since the last version, are reasons', async () => {
  const { version } = await currentVersion(world, clientId);
  await world.change(name, { excludeCompanyIds: ids.slice(0, 5).map(String) });
  await world.build(clientId);
  expect(await size()).toBe(5);
  await world.change(name, {
    sourcingCriteria: {
      id: 'root',
      combinator: 'and',
      rules: [{ id: 'r', field: 'firmographics/employee_count', operator: 'gte', value: 1000 }],
    },
  });
  await world.build(clientId, { resetDataset: true });
  expect(await size()).toBe(1);
  expect((await currentVersion(world, clientId)).version).toBeGreaterThan(version);
});
