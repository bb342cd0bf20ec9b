import {
  createMarket,
  deleteDataBlockConfig,
  getMarket,
  listMarketDataBlocks,
  publishMarket,
  requestMarketPublish,
  saveDataBlockConfigs,
  updateMarket,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { desc } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type ConfigsWorld, german, hiring, openConfigsWorld } from './testing/configs-world.ts';

let server: ConfigsWorld['server'];
let clientId: string;
let user: ConfigsWorld['user'];
let staff: ConfigsWorld['staff'];
let jobsConfig: ConfigsWorld['jobsConfig'];
let save: ConfigsWorld['save'];
let newMarket: ConfigsWorld['newMarket'];
let publish: ConfigsWorld['publish'];

const refusal = async (...dataBlockConfigs: unknown[]) => {
  const { status, body } = await server.refused(saveDataBlockConfigs, { dataBlockConfigs }, user);
  return { status, ...body };
};
const read = async (marketId: string) => (await server.call(getMarket, { marketId }, user)).item;
const configVersion = async () =>
  (await server.platform.db.asClient(clientId, (tx) => tx.select().from(clients)))[0]?.configVersion ?? 0;

beforeAll(async () => {
  ({ server, clientId, user, staff, jobsConfig, save, newMarket, publish } = await openConfigsWorld());
});
afterAll(() => server.close());

describe('saving configs', () => {
  test('adds them with defaults and increases the config version', async () => {
    const before = await configVersion();
    const one = jobsConfig({ titleKeywords: [' sales **** ', '***', 'sales **'] });
    const other = {
      configId: 'text',
      blockName: 'main_page_text',
      label: ' Text ',
      config: { keywords: ['free trial'] },
    };
    await save(one);
    const { dataBlockConfigs } = await save(other);
    expect(dataBlockConfigs).toEqual([
      {
        ...one,
        config: {
          onlyOpenJobs: true,
          onlyOldJobs: false,
          titleKeywords: ['sales **'],
          descriptionKeywords: [],
          negativeTitleKeywords: [],
          negativeDescriptionKeywords: [],
          countries: [],
        },
      },
      { ...other, label: 'Text' },
    ]);
    expect(await configVersion()).toBe(before + 2);
    const listed = await server.call(listMarketDataBlocks, {}, user);
    expect(listed.dataBlockConfigs).toEqual(dataBlockConfigs);
    const jobs = listed.dataBlocks.find(({ blockName }) => blockName === 'jobs');
    expect(jobs?.isParameterisedWithDynamicConfig).toBe(true);
    expect(jobs?.templates.length).toBeGreaterThan(0);
    expect(jobs?.deepPreviewSchema?.map(({ fieldName }) => fieldName)).toContain('title');
    const relabelled = await save({ ...other, label: 'Home page' });
    expect(relabelled.dataBlockConfigs.map(({ label }) => label)).toEqual([one.label, 'Home page']);
    const [entry] = await server.platform.db.asClient(clientId, (tx) =>
      tx.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1),
    );
    expect(entry).toMatchObject({
      action: 'data-block-config.saved',
      target: 'Home page',
      targetId: 'text',
      before: [{ ...other, label: 'Text' }],
      after: [{ ...other, label: 'Home page' }],
    });
  });

  test('refuses invalid configs, naming the places', async () => {
    const keywords = Array.from({ length: 101 }, (_each, at) => `keyword ${at}`);
    const broken = [
      [jobsConfig({ titleKeywords: keywords }), 'config.titleKeywords'],
      [jobsConfig({ onlyOpenJobs: true, onlyOldJobs: true }), 'config.onlyOldJobs'],
      [jobsConfig({ titleKeyword: ['sales'] }), 'config'],
      [jobsConfig({ countries: ['Germany'] }), 'config.countries.0'],
      [{ ...jobsConfig({ keywords: ['***', ' '] }), blockName: 'main_page_text' }, 'config.keywords'],
      [{ ...jobsConfig({}), blockName: 'team_members' }, 'config'],
      [{ ...jobsConfig({}), blockName: 'firmographics' }, 'blockName'],
      [{ ...jobsConfig({}), blockName: 'nope' }, 'blockName'],
    ] as const;
    for (const [config, path] of broken) {
      const { status, errorCode, context } = await refusal(config);
      expect([status, errorCode]).toEqual([422, 'VALIDATION_FAILED']);
      expect(context.problems).toMatchObject([{ configId: config.configId, path }]);
    }
    const twice = jobsConfig();
    expect(await refusal(twice, { ...twice, label: 'Other' })).toMatchObject({ status: 422 });
    expect(await refusal({ ...jobsConfig(), label: ' ' })).toMatchObject({
      status: 422,
      message: 'Please provide a unique name for this data point',
    });
    expect(await refusal({ ...jobsConfig(), label: 'l'.repeat(256) })).toMatchObject({ status: 422 });
    expect(await refusal()).toMatchObject({ status: 422 });
  });

  test('keeps labels unique per block ignoring case, and does not change blocks', async () => {
    const nameTaken = { status: 409, errorCode: 'NAME_TAKEN', message: 'Name must be unique' };
    const [one, other] = [jobsConfig(), jobsConfig()];
    await save({ ...one, label: 'Ärzte' }, { ...other, label: 'Pfleger' });
    expect(await refusal({ ...jobsConfig(), label: ' äRZTE' })).toMatchObject(nameTaken);
    expect(await refusal({ ...other, label: 'ärzte' })).toMatchObject(nameTaken);
    const [twin, again] = [jobsConfig(), jobsConfig()];
    expect(await refusal({ ...twin, label: 'Twin' }, { ...again, label: 'twin' })).toMatchObject(nameTaken);
    await save({ ...jobsConfig({ keywords: ['x'] }), blockName: 'software_features', label: 'Ärzte' });
    const swapped = await save({ ...one, label: 'Pfleger' }, { ...other, label: 'Ärzte' });
    const labels = new Map(swapped.dataBlockConfigs.map(({ configId, label }) => [configId, label]));
    expect([labels.get(one.configId), labels.get(other.configId)]).toEqual(['Pfleger', 'Ärzte']);
    expect(await refusal({ ...one, blockName: 'main_page_text', config: { keywords: ['x'] } })).toMatchObject({
      status: 422,
      context: { configId: one.configId, blockName: 'jobs' },
    });
  });

  test('loses no parallel save, and gives a contested label to only one', async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other, third] = [jobsConfig(), jobsConfig(), jobsConfig()];
      const contested = [one, { ...other, label: `Contested ${round}` }, { ...third, label: `CONTESTED ${round}` }];
      const answers = await Promise.all(
        contested.map((config) => server.send(saveDataBlockConfigs, { dataBlockConfigs: [config] }, user)),
      );
      expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 409]);
      const { dataBlockConfigs } = await server.call(listMarketDataBlocks, {}, user);
      const saved = contested.filter((_config, at) => answers[at]?.status === 200).map(({ configId }) => configId);
      expect(dataBlockConfigs.map(({ configId }) => configId)).toEqual(expect.arrayContaining(saved));
    }
  });

  test('allows at most 1000', async () => {
    const id = await createTestClient(server.platform, 'full', ['dataExplorerPrototype']);
    const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
    const full = { token, client: 'full' };
    for (let page = 0; page < 10; page++) {
      const dataBlockConfigs = Array.from({ length: 100 }, () => jobsConfig());
      await server.call(saveDataBlockConfigs, { dataBlockConfigs }, full);
    }
    const { status, body } = await server.refused(saveDataBlockConfigs, { dataBlockConfigs: [jobsConfig()] }, full);
    expect([status, body.context.limit]).toEqual([422, 1000]);
    expect((await server.call(listMarketDataBlocks, {}, full)).dataBlockConfigs).toHaveLength(1000);
  });
});

describe('editing a config', () => {
  test('gives unpublished changes to the markets that use it, and no others', async () => {
    const config = jobsConfig({ titleKeywords: ['sales'] });
    const { configId } = config;
    await save(config);
    const behindHash: FilterGroup = {
      id: 'root',
      combinator: 'and',
      rules: [
        {
          id: 'inner',
          combinator: 'or',
          rules: [{ id: 'any', field: `jobs/has_any#${configId}`, operator: 'isTrue' }],
        },
      ],
    };
    const nested = await newMarket(behindHash);
    const [using, usedTo, stranger] = [
      await newMarket(hiring(configId)),
      await newMarket(hiring(configId)),
      await newMarket(german),
    ];
    for (const { id } of [using, usedTo, stranger]) await publish(id, 1);
    await server.call(updateMarket, { marketId: usedTo.id, draftMarketCriteria: german }, user);
    await publish(usedTo.id, 2);

    await save({ ...config, label: 'Another label' });
    await save({ ...config, label: 'Another label', config: { ...config.config, countries: [] } });
    expect(await read(using.id)).toMatchObject({ draftVersion: 1, hasUnpublishedChanges: false });

    await save({ ...config, config: { titleKeywords: ['sales', 'revenue'] } });
    expect(await read(nested.id)).toMatchObject({ draftVersion: 2, dataBlockConfigs: [{ configId }] });
    const edited = await read(using.id);
    expect(edited).toMatchObject({ draftVersion: 2, hasUnpublishedChanges: true, isPublished: true });
    expect(edited.dataBlockConfigs).toMatchObject([{ configId, config: { titleKeywords: ['sales', 'revenue'] } }]);
    expect(await read(usedTo.id)).toMatchObject({ draftVersion: 2, hasUnpublishedChanges: false });
    expect(await read(stranger.id)).toMatchObject({ draftVersion: 1, hasUnpublishedChanges: false });
    const again = await publish(using.id, 2);
    expect(again.hasUnpublishedChanges).toBe(false);
  });

  test('makes approvals of the earlier draft stale', async () => {
    const config = jobsConfig({ titleKeywords: ['sales'] });
    await save(config);
    const { id: marketId } = await newMarket(hiring(config.configId));
    await server.call(requestMarketPublish, { marketId, isLive: true }, user);
    await save({ ...config, config: { titleKeywords: ['anything'] } });
    expect(await server.refused(publishMarket, { marketId, draftVersion: 1 }, staff)).toMatchObject({
      status: 409,
      body: { errorCode: 'RESOURCE_OUT_OF_SYNC' },
    });
    expect(await read(marketId)).toMatchObject({ isPendingReview: true, isPublished: false });
  });

  test('in parallel with an approval never publishes the unreviewed config', async () => {
    for (let round = 0; round < 6; round++) {
      const config = jobsConfig({ titleKeywords: ['reviewed'] });
      await save(config);
      const { id: marketId } = await newMarket(hiring(config.configId));
      await server.call(requestMarketPublish, { marketId, isLive: true }, user);
      const [approval, edit] = await Promise.all([
        server.send(publishMarket, { marketId, draftVersion: 1 }, staff),
        server.send(saveDataBlockConfigs, { dataBlockConfigs: [{ ...config, config: {} }] }, user),
      ]);
      expect(edit.status).toBe(200);
      expect([200, 409]).toContain(approval.status);
      expect(await read(marketId)).toMatchObject({
        draftVersion: 2,
        hasUnpublishedChanges: true,
        isPublished: approval.status === 200,
      });
    }
  });
});

test('configs of other accounts are neither returned nor changed', async () => {
  const id = await createTestClient(server.platform, 'theirs');
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
  const them = { token, client: 'theirs' };
  const config = jobsConfig({ titleKeywords: ['ours'] });
  await save(config);
  const market = await newMarket(hiring(config.configId));
  expect((await server.call(listMarketDataBlocks, {}, them)).dataBlockConfigs).toEqual([]);
  expect((await server.refused(deleteDataBlockConfig, { configId: config.configId }, them)).status).toBe(404);
  expect(
    (await server.refused(createMarket, { name: 'Market', draftMarketCriteria: hiring(config.configId) }, them)).status,
  ).toBe(422);
  await server.call(saveDataBlockConfigs, { dataBlockConfigs: [{ ...config, config: {} }] }, them);
  expect(await read(market.id)).toMatchObject({ draftVersion: 1 });
  expect((await read(market.id)).dataBlockConfigs).toMatchObject([{ config: { titleKeywords: ['ours'] } }]);
});
