import {
  acquireResourceLock,
  type CallOf,
  CUSTOM_FIELD_TYPES,
  createMarket,
  createTag,
  estimateConfigImpact,
  estimateLimitImpact,
  estimateMarketImpact,
  getCcmSchema,
  getClientConfig,
  getConfigVersion,
  getResourceLock,
  listConfigVersions,
  listFeatureFlags,
  releaseResourceLock,
  renameDatasetField,
  saveClientConfig,
  validateClientConfig,
} from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { resourceLocks } from '@quarry/postgres/tables/resource-locks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestDataset } from '#server/testing/test-dataset.ts';
import { signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { brokenConfigs } from './testing/broken-configs.ts';

let server: TestServer;
let people: Readonly<Record<'ada' | 'bob' | 'viewer', TestPerson>>;
const NAME = 'ours';
const LOCK = { type: 'client-config', id: NAME } as const;
const as = (who: keyof typeof people): Caller => ({ token: people[who].token });
const atLeast = (employees: number): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'size', field: 'firmographics/employee_count', operator: 'gte', value: employees }],
});

beforeAll(async () => {
  server = await startTestServer();
  await buildTestDataset(server.platform, { name: NAME, companies: 300 });
  const editor = { staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'] } as const;
  people = {
    ada: await signedInPerson(server.platform, editor),
    bob: await signedInPerson(server.platform, editor),
    viewer: await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] }),
  };
}, 120_000);
afterAll(() => server.close());

const read = (name = NAME) => server.call(getClientConfig, { name }, as('ada'));
const lock = (who: keyof typeof people) => server.call(acquireResourceLock, LOCK, as(who));
const unlock = (who: keyof typeof people) => server.call(releaseResourceLock, LOCK, as(who));
const save = (changes: Omit<CallOf<typeof saveClientConfig>, 'name'>, who: keyof typeof people = 'ada') =>
  server.call(saveClientConfig, { name: NAME, ...changes }, as(who));
const refuse = async (changes: Omit<CallOf<typeof saveClientConfig>, 'name'>, who: keyof typeof people = 'ada') =>
  (await server.refused(saveClientConfig, { name: NAME, ...changes }, as(who))).body;

describe('a lock', () => {
  test('keeps others out until it is released, taken away or 30 minutes old', async () => {
    const { lock: own } = await lock('ada');
    expect(own).toMatchObject({ heldBy: people.ada.email, isMine: true });
    const seen = await server.call(getResourceLock, LOCK, as('bob'));
    expect(seen.lock).toMatchObject({ heldBy: people.ada.email, isMine: false });
    const refused = await server.refused(acquireResourceLock, LOCK, as('bob'));
    expect(refused).toMatchObject({
      status: 409,
      body: { errorCode: 'RESOURCE_LOCKED', context: { lock: { heldBy: people.ada.email } } },
    });
    await unlock('ada');
    expect((await server.call(getResourceLock, LOCK, as('bob'))).lock).toBeNull();

    await lock('ada');
    await unlock('bob');
    await lock('bob');
    const stale = await server.call(getResourceLock, LOCK, as('ada'));
    expect(stale.lock).toMatchObject({ heldBy: people.bob.email, isMine: false });
    expect(await refuse({ config: { autoSyncEnabled: true } })).toMatchObject({
      errorCode: 'RESOURCE_OUT_OF_SYNC',
      context: { lock: { heldBy: people.bob.email } },
    });

    const age = (minutes: number) =>
      server.platform.db.asSystem((tx) =>
        tx.update(resourceLocks).set({ renewedAt: new Date(Date.now() - minutes * 60_000) }),
      );
    await age(29);
    expect((await server.refused(acquireResourceLock, LOCK, as('ada'))).status).toBe(409);
    await age(31);
    expect((await lock('ada')).lock.isMine).toBe(true);
    await unlock('ada');
  });

  test('goes to one of many who ask at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_each, at) =>
        server.send(acquireResourceLock, LOCK, as(at % 2 === 0 ? 'ada' : 'bob')),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    await unlock('ada');
  });
});

describe('saving a config', () => {
  test('needs the permission, the lock and the versions that were read', async () => {
    const { versions, config } = await read();
    const change = { config: { autoSyncEnabled: !config.autoSyncEnabled }, versions };
    expect((await server.refused(saveClientConfig, { name: NAME, ...change }, as('viewer'))).status).toBe(403);
    expect((await refuse(change)).errorCode).toBe('RESOURCE_OUT_OF_SYNC');
    await lock('ada');
    expect(await refuse({ config: change.config })).toMatchObject({
      errorCode: 'RESOURCE_OUT_OF_SYNC',
      context: { parts: ['autoSyncEnabled'] },
    });
    const saved = await save(change);
    expect(saved.config.autoSyncEnabled).toBe(!config.autoSyncEnabled);
    expect(saved.versions.autoSyncEnabled).not.toBe(versions.autoSyncEnabled);
    expect(saved.versions.fieldDefinitions).toBe(versions.fieldDefinitions);
    await unlock('ada');
  });

  test('keeps what the account changed in other parts meanwhile, and never overwrites what nobody saw', async () => {
    await lock('ada');
    const opened = await read();
    await server.call(
      renameDatasetField,
      { fieldName: 'city', displayName: 'Home town' },
      { token: people.ada.token, client: NAME },
    );
    const whole = { ...opened.config, lifecycleStage: 'CLIENT_ACTIVE' };
    const saved = await save({ config: whole, versions: opened.versions });
    expect(saved.config).toMatchObject({ lifecycleStage: 'CLIENT_ACTIVE' });
    expect(saved.config.fieldDefinitions).toContainEqual(expect.objectContaining({ displayName: 'Home town' }));

    const mine = opened.config.fieldDefinitions.filter(({ externalName }) => externalName !== 'city');
    const edit = { config: { fieldDefinitions: mine }, versions: opened.versions };
    const refused = await refuse(edit);
    expect(refused).toMatchObject({ errorCode: 'RESOURCE_OUT_OF_SYNC', context: { parts: ['fieldDefinitions'] } });
    const { conflicts, versions } = await server.call(
      validateClientConfig,
      { name: NAME, ...edit, base: { fieldDefinitions: opened.config.fieldDefinitions } },
      as('ada'),
    );
    expect(conflicts).toEqual([
      {
        part: 'fieldDefinitions',
        added: [],
        removed: [],
        changed: [{ what: 'city', before: 'City, firmographics/city', after: 'Home town, firmographics/city' }],
      },
    ]);
    // Having seen it, the editor can overwrite it.
    const overwrite = { config: edit.config, versions };
    expect((await refuse(overwrite)).errorCode).toBe('BREAKING_CHANGES');
    const forced = await save({ ...overwrite, confirmsBreakingChanges: true });
    expect(forced.config.fieldDefinitions).toHaveLength(mine.length);
    await unlock('ada');
  });

  test('of changed criteria needs the exact count of net-new companies', async () => {
    await lock('ada');
    const { versions } = await read();
    const change = { config: { sourcingCriteria: atLeast(1) }, versions };
    const { netNewCompanies } = await server.call(estimateConfigImpact, { name: NAME, ...change }, as('viewer'));
    const missing = await refuse(change);
    expect(missing).toMatchObject({ errorCode: 'COUNT_CHANGED', context: { netNewCompanies } });
    expect((await refuse({ ...change, netNewCompanies: netNewCompanies + 1 })).context).toEqual({ netNewCompanies });
    await save({ ...change, netNewCompanies });
    await unlock('ada');
  });

  test('names every problem with its place and its rule, in the words of the specification', async () => {
    await lock('ada');
    const { versions, config } = await read();
    for (const { parts, problems } of brokenConfigs(config)) {
      const change = { config: parts, versions };
      const refused = await refuse(change);
      expect(refused).toMatchObject({
        errorCode: 'VALIDATION_FAILED',
        message: 'The config is incorrect, please fix the changes and try again',
      });
      const checked = await server.call(validateClientConfig, { name: NAME, ...change }, as('viewer'));
      const found = checked.problems.map(({ instancePath, schemaPath, message }) => [
        instancePath,
        schemaPath.split('/').at(-1),
        message,
      ]);
      expect.soft(found).toEqual(problems);
      expect(refused.context).toEqual({ problems: checked.problems });
    }
    const custom = { customDataFields: CUSTOM_FIELD_TYPES.map((type, at) => ({ name: `own_${at}`, type })) };
    const { problems } = await server.call(
      validateClientConfig,
      { name: NAME, config: custom, versions },
      as('viewer'),
    );
    expect(problems).toEqual([]);
    await unlock('ada');
  });

  test('lists whatever a removed data point breaks, and keeps every replaced config for restoring it', async () => {
    await lock('ada');
    const { versions, config } = await read();
    const filters: FilterGroup = {
      id: 'root',
      combinator: 'and',
      rules: [{ id: 'in', field: 'country', operator: 'exists' }],
    };
    const caller = { token: people.ada.token, client: NAME };
    const { talkTrack } = await server.call(createTag, { name: 'Somewhere', filters }, caller);
    const fieldDefinitions = config.fieldDefinitions.filter(({ externalName }) => externalName !== 'country');
    const change = { config: { fieldDefinitions }, versions };
    const checked = await server.call(validateClientConfig, { name: NAME, ...change }, as('viewer'));
    expect(checked.breakingChanges).toMatchObject([
      { kind: 'REMOVED', fieldName: 'country', dependants: [{ kind: 'tag', id: talkTrack.id, use: 'rule' }] },
    ]);
    expect((await refuse(change)).context).toEqual({ breakingChanges: checked.breakingChanges });
    const impact = await server.call(estimateConfigImpact, { name: NAME, ...change }, as('viewer'));
    expect(impact.columns.vanishing).toContain('country');
    expect(impact.affected).toMatchObject([{ kind: 'tag', name: 'Somewhere', isBroken: true }]);
    await save({ ...change, confirmsBreakingChanges: true });

    const { items, count } = await server.call(listConfigVersions, { name: NAME }, as('viewer'));
    expect(count).toBe(items.length);
    expect(items[0]).toMatchObject({ savedBy: people.ada.email, changedParts: ['fieldDefinitions'] });
    const earlier = await server.call(getConfigVersion, { name: NAME, versionId: items[1]?.id ?? '' }, as('viewer'));
    expect(earlier.config).toEqual(config);
    expect(earlier.differences).toMatchObject([
      { part: 'fieldDefinitions', added: [expect.stringMatching(/^country/)] },
    ]);
    const now = await read();
    const restored = await save({ config: earlier.config, versions: now.versions });
    expect(restored.config).toEqual(config);
    // The account's own change is in the history too, without a name.
    expect(items.some(({ savedBy }) => savedBy === null)).toBe(true);
    await unlock('ada');
  });

  test('schedules a deletion seven days ahead, and undoes it', async () => {
    await lock('ada');
    const { versions } = await read();
    const soon = new Date().toISOString();
    const scheduled = await save({ config: { scheduledForDeletionAt: soon }, versions });
    const days = (new Date(scheduled.config.scheduledForDeletionAt ?? 0).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 2);
    const undone = await save({ config: { scheduledForDeletionAt: null }, versions: scheduled.versions });
    expect(undone.summary.scheduledForDeletionAt).toBeNull();
    await unlock('ada');
  });

  test('is in the audit trail of the account', async () => {
    const rows = await server.platform.db.asSystem((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'client.config-saved')),
    );
    expect(rows.length).toBeGreaterThan(5);
    expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(1);
    expect(rows[0]?.clientId).not.toBeNull();
  });
});

test('what approving a market or another limit does is known before', async () => {
  const caller = { token: people.ada.token, client: NAME };
  const { item } = await server.call(createMarket, { name: 'Tiny', draftMarketCriteria: atLeast(0) }, caller);
  const market = await server.call(estimateMarketImpact, { marketId: item.id, isLive: false }, as('viewer'));
  const { companies, alsoFromOthers, countries } = market.additions;
  expect(market.build.entering).toBe(market.without.entering + companies - alsoFromOthers);
  expect(countries.reduce((sum, country) => sum + country.companies, 0)).toBeLessThanOrEqual(companies);
  const open = await server.call(estimateLimitImpact, { client: NAME, amount: null }, as('viewer'));
  const closed = await server.call(estimateLimitImpact, { client: NAME, amount: 0 }, as('viewer'));
  expect(open.build).toEqual(market.without);
  expect(closed).toMatchObject({
    without: open.build,
    // Lowering a limit removes nobody.
    build: { entering: 0, leaving: open.build.leaving, withheld: open.build.entering + open.build.withheld },
  });
  const unknown = await server.refused(estimateMarketImpact, { marketId: 'unknown', isLive: true }, as('viewer'));
  expect(unknown.status).toBe(404);
});

test('schema and flags say what a config can have', async () => {
  const { schema } = await server.call(getCcmSchema, {}, as('viewer'));
  expect(Object.keys(Object(schema.properties))).toContain('calibrationModeCompanies');
  const { flags } = await server.call(listFeatureFlags, {}, as('viewer'));
  expect(flags.every(({ description }) => description.length > 10)).toBe(true);
});
