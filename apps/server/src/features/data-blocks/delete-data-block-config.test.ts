import { createMarket, deleteDataBlockConfig, listMarketDataBlocks, updateMarket } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { type ConfigsWorld, german, hiring, openConfigsWorld } from './testing/configs-world.ts';

let server: ConfigsWorld['server'];
let clientId: string;
let user: ConfigsWorld['user'];
let jobsConfig: ConfigsWorld['jobsConfig'];
let save: ConfigsWorld['save'];
let newMarket: ConfigsWorld['newMarket'];
let publish: ConfigsWorld['publish'];

const setColumns = (columns: Partial<typeof clients.$inferInsert>) =>
  server.platform.db.asClient(clientId, (tx) => tx.update(clients).set(columns).where(eq(clients.id, clientId)));

beforeAll(async () => {
  ({ server, clientId, user, jobsConfig, save, newMarket, publish } = await openConfigsWorld());
});
afterAll(() => server.close());

describe('deleting a config', () => {
  const deletion = (configId: string) => server.send(deleteDataBlockConfig, { configId }, user);

  test('works if it is not in use', async () => {
    const config = jobsConfig();
    await save(config);
    const answer = await server.call(deleteDataBlockConfig, { configId: config.configId }, user);
    expect(answer.dataBlockConfigs.map(({ configId }) => configId)).not.toContain(config.configId);
    expect((await deletion(config.configId)).status).toBe(404);
  });

  test('is refused while drafts, published markets, data points or sourcing criteria use it', async () => {
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

  test('and creating a market that uses it never both succeed', async () => {
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
