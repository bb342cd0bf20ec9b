import {
  createMarket,
  type DataBlockConfig,
  deleteDataBlockConfig,
  listMarketDataBlocks,
  publishMarket,
  requestMarketPublish,
  saveDataBlockConfigs,
  updateMarket,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

let server: TestServer;
let clientId: string;
let user: Caller;
let staff: Caller;
let made = 0;

const jobsConfig = (config: Record<string, unknown> = {}): DataBlockConfig => {
  made += 1;
  return { configId: `config-${made}`, blockName: 'jobs', label: `Config ${made}`, config };
};
const hiring = (configId: string): FilterGroup => ({
  id: 'root',
  combinator: 'or',
  rules: [
    { id: 'country', field: 'firmographics/country', operator: 'isOneOf', value: ['DE'] },
    { id: 'hiring', field: 'jobs/count', configId, operator: 'gt', value: 0 },
  ],
});
const german: FilterGroup = {
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'country', field: 'firmographics/country', operator: 'isOneOf', value: ['DE'] }],
};
const save = (...dataBlockConfigs: DataBlockConfig[]) => server.call(saveDataBlockConfigs, { dataBlockConfigs }, user);
const newMarket = async (draftMarketCriteria: FilterGroup) => {
  const name = `Market ${++made}`;
  return (await server.call(createMarket, { name, draftMarketCriteria }, user)).item;
};
const publish = async (marketId: string, draftVersion: number) => {
  await server.call(requestMarketPublish, { marketId, isLive: false }, user);
  return (await server.call(publishMarket, { marketId, draftVersion }, staff)).item;
};
const setColumns = (columns: Partial<typeof clients.$inferInsert>) =>
  server.platform.db.asClient(clientId, (tx) => tx.update(clients).set(columns).where(eq(clients.id, clientId)));

beforeAll(async () => {
  server = await startTestServer();
  clientId = await createTestClient(server.platform, 'ours');
  const { token } = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  user = { token, client: 'ours' };
  const viewer = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  staff = { token: viewer.token, client: 'ours' };
});
afterAll(() => server.close());

describe('deleting a configuration', () => {
  const deletion = (configId: string) => server.send(deleteDataBlockConfig, { configId }, user);

  test('takes it away when nothing uses it', async () => {
    const config = jobsConfig();
    await save(config);
    const answer = await server.call(deleteDataBlockConfig, { configId: config.configId }, user);
    expect(answer.dataBlockConfigs.map(({ configId }) => configId)).not.toContain(config.configId);
    expect((await deletion(config.configId)).status).toBe(404);
  });

  test('is refused while drafts, published markets, data points or the sourcing criteria use it', async () => {
    const config = jobsConfig({ titleKeywords: ['sales'] });
    const { configId } = config;
    await save(config);
    const market = await newMarket(hiring(configId));
    const usages = async () => (await server.call(listMarketDataBlocks, {}, user)).usages[configId];
    expect(await usages()).toEqual({ markets: 1, dataPoints: 0 });
    const inUse = (context: object) => ({ status: 409, body: { errorCode: 'CONFIG_IN_USE', context } });
    const nothing = { markets: [], dataPoints: [], isInSourcingCriteria: false };
    expect(await deletion(configId)).toMatchObject(inUse({ ...nothing, markets: [market.name] }));
    await publish(market.id, 1);
    await server.call(updateMarket, { marketId: market.id, draftMarketCriteria: german }, user);
    expect(await deletion(configId)).toMatchObject(inUse({ ...nothing, markets: [market.name] }));
    await publish(market.id, 2);
    expect(await usages()).toBeUndefined();

    const definition = {
      internalName: 'jobs/count',
      externalName: 'sales_jobs',
      displayName: 'Open sales jobs',
      configId,
    };
    await setColumns({ fieldDefinitions: [definition, { ...definition, externalName: 'jobs', displayName: '' }] });
    expect(await usages()).toEqual({ markets: 0, dataPoints: 2 });
    expect(await deletion(configId)).toMatchObject(inUse({ ...nothing, dataPoints: ['Open sales jobs', 'jobs'] }));
    await setColumns({ fieldDefinitions: [], sourcingCriteria: hiring(configId) });
    expect(await deletion(configId)).toMatchObject(inUse({ ...nothing, isInSourcingCriteria: true }));
    await setColumns({ sourcingCriteria: defaultConfig('ours').sourcingCriteria });
    expect((await deletion(configId)).status).toBe(200);
  });

  test('and a market that begins to use it at the same moment exclude each other', async () => {
    for (let round = 0; round < 6; round++) {
      const config = jobsConfig();
      await save(config);
      const [removal, creation] = await Promise.all([
        deletion(config.configId),
        server.send(
          createMarket,
          { name: `Rival ${config.configId}`, draftMarketCriteria: hiring(config.configId) },
          user,
        ),
      ]);
      expect([removal.status, creation.status]).toEqual(removal.status === 200 ? [200, 422] : [409, 200]);
    }
  });
});
