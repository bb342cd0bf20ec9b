import { countMarket, createTag, type Endpoint, searchCompanies, startMarketPreview } from '@quarry/contracts';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let busy: Caller;
let neighbour: Caller;

beforeAll(async () => {
  server = await startTestServer();
  const member = async (name: string): Promise<Caller> => {
    const { id } = await buildTestDataset(server.platform, { name, companies: 3_000 });
    const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
    return { token, client: name };
  };
  busy = await member('busy');
  neighbour = await member('neighbour');
}, 120_000);
afterAll(() => server.close());

const CALLS = 300;
/** How many calls of the busy account may succeed between a neighbour's call and its answer. */
const MOST_OVERTAKES = 40;

let last = 0;
/** A filter that no earlier call has sent, so that no answer is reused. */
const newFilter = (field: string) => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'size', field, operator: 'gte', value: ++last }],
});
const search = () => ({ filters: newFilter('employee_count') });
const criteria = () => ({ marketCriteria: newFilter('firmographics/employee_count'), dynamicDataBlockConfigs: [] });
const tag = () => ({ name: `tag ${last + 1}`, filters: newFilter('employee_count') });

test.each<[name: string, endpoint: Endpoint, input: () => unknown]>([
  ['previews', startMarketPreview, criteria],
  ['counts', countMarket, criteria],
  ['searches', searchCompanies, search],
  ['new tags', createTag, tag],
])("a neighbour's calls overtake 300 %s of another account", async (_name, endpoint, input) => {
  let succeeded = 0;
  const statuses = new Set<number>();
  const calls = Array.from({ length: CALLS }, async () => {
    const { status, headers } = await server.send(endpoint, input(), busy);
    if (status === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    statuses.add(status);
    if (status === 200) succeeded += 1;
  });
  await Promise.race(calls);
  for (const [theirs, theirInput] of [
    [searchCompanies, search()],
    [countMarket, criteria()],
  ] as const) {
    const before = succeeded;
    expect((await server.send(theirs, theirInput, neighbour)).status).toBe(200);
    expect(succeeded - before).toBeLessThan(MOST_OVERTAKES);
  }
  await Promise.all(calls);
  expect([...statuses].every((status) => status === 200 || status === 429)).toBe(true);
});

test('a change that waits for a lock is refused after seconds, not minutes', async () => {
  const locked = Promise.withResolvers<void>();
  const unlocked = Promise.withResolvers<void>();
  const holder = server.platform.db.asSystem(async (tx) => {
    await tx.select({ id: clients.id }).from(clients).for('update');
    locked.resolve();
    await unlocked.promise;
  });
  await locked.promise;
  const { status, body, headers } = await server.refused(createTag, tag(), busy);
  expect({ status, message: body.message, retryAfter: headers['retry-after'] }).toEqual({
    status: 409,
    message: 'Someone else is changing this right now. Please try again in a moment.',
    retryAfter: '2',
  });
  unlocked.resolve();
  await holder;
});
