import {
  createMarket,
  type DataBlockConfig,
  type Market,
  publishMarket,
  requestMarketPublish,
  saveDataBlockConfigs,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** A server with the account `ours`, and helpers to save configs and markets that use them. */
export interface ConfigsWorld {
  readonly server: TestServer;
  readonly clientId: string;
  readonly user: Caller;
  readonly staff: Caller;
  /** An unsaved config of the jobs block with a unique id and label. */
  jobsConfig(config?: Record<string, unknown>): DataBlockConfig;
  save(...dataBlockConfigs: DataBlockConfig[]): Promise<{ dataBlockConfigs: DataBlockConfig[] }>;
  newMarket(draftMarketCriteria: FilterGroup): Promise<Market>;
  publish(marketId: string, draftVersion: number): Promise<Market>;
}

export async function openConfigsWorld(): Promise<ConfigsWorld> {
  const server = await startTestServer();
  const clientId = await createTestClient(server.platform, 'ours');
  const { token } = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  const user = { token, client: 'ours' };
  const viewer = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  const staff = { token: viewer.token, client: 'ours' };
  let count = 0;
  return {
    server,
    clientId,
    user,
    staff,
    jobsConfig(config = {}) {
      count += 1;
      return { configId: `config-${count}`, blockName: 'jobs', label: `Config ${count}`, config };
    },
    save: (...dataBlockConfigs) => server.call(saveDataBlockConfigs, { dataBlockConfigs }, user),
    async newMarket(draftMarketCriteria) {
      const name = `Market ${++count}`;
      return (await server.call(createMarket, { name, draftMarketCriteria }, user)).item;
    },
    async publish(marketId, draftVersion) {
      await server.call(requestMarketPublish, { marketId, isLive: false }, user);
      return (await server.call(publishMarket, { marketId, draftVersion }, staff)).item;
    },
  };
}

/** Criteria: in Germany, or with jobs under the config. */
export const hiring = (configId: string): FilterGroup => ({
  id: 'root',
  combinator: 'or',
  rules: [
    { id: 'country', field: 'firmographics/country', operator: 'isOneOf', value: ['DE'] },
    { id: 'hiring', field: 'jobs/count', configId, operator: 'gt', value: 0 },
  ],
});

/** Criteria: in Germany. */
export const german: FilterGroup = {
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'country', field: 'firmographics/country', operator: 'isOneOf', value: ['DE'] }],
};
