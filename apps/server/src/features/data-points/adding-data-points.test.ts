import {
  addDatasetField,
  deleteDataBlockConfig,
  describeField,
  getClient,
  removeDatasetField,
  renameDatasetField,
  saveDataBlockConfigs,
  searchCompanies,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs } from '@quarry/postgres/tables/jobs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitForBuild } from '#server/features/builds/ensure-first-build.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

const JOBS = { configId: 'roles', blockName: 'jobs', label: 'Open roles', config: { onlyOpenJobs: true } };
const PAGES = { configId: 'page', blockName: 'main_page_text', label: 'ページ', config: { keywords: ['trial'] } };

let server: TestServer;
let ours: TestClient;
let admin: Caller;

beforeAll(async () => {
  server = await startTestServer();
  ours = await buildTestDataset(server.platform, { name: 'ours', companies: 300 });
  const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER', 'ADMIN'] } });
  admin = { token, client: ours.name };
  await server.call(saveDataBlockConfigs, { dataBlockConfigs: [JOBS, PAGES] }, admin);
}, 120_000);
afterAll(() => server.close());

const row = async (clientId = ours.id) => {
  const [found] = await server.platform.db.asClient(clientId, (tx) => tx.select().from(clients));
  if (found === undefined) throw new Error('The account is gone');
  return found;
};
const setColumns = (columns: Partial<typeof clients.$inferInsert>, clientId = ours.id) =>
  server.platform.db.asClient(clientId, (tx) => tx.update(clients).set(columns).where(eq(clients.id, clientId)));
const build = async () => {
  const { platform } = server;
  const jobId = await platform.db.asSystem((tx) => requestBuild(tx, platform.jobs, ours.id, {}, 'test'));
  await waitForBuild(platform, jobId);
};
const add = async (internalName: string, displayName: string, configId: string | null = null, by = admin) =>
  (await server.call(addDatasetField, { internalName, displayName, configId }, by)).field;
const refusal = async (input: Record<string, unknown>, by = admin) => {
  const { status, body } = await server.refused(addDatasetField, input, by);
  return [status, body.errorCode, body.message];
};
const remove = (fieldName: string, by = admin) => server.call(removeDatasetField, { fieldName }, by);
const account = (by = admin) => server.call(getClient, {}, by);
const pendingNames = async () => (await account()).pendingFields.map(({ fieldName }) => fieldName);

describe('a data point that an admin adds', () => {
  test('becomes a column with the right values in the next build', async () => {
    const { configVersion } = await row();
    const fields = [
      await add('firmographics/company_id', '  Universe ID '),
      await add('jobs/count', 'Roles: open, 2026!', 'roles'),
      await add('main_page_text/has_any', '無料トライアル', 'page'),
      // Names that could clash with aliases in statements.
      await add('jobs/titles', 'Value', 'roles'),
      await add('jobs/has_any', 'Records', 'roles'),
      await add('jobs/last_posted_at', 'Filled', 'roles'),
      await add('social/last_post_at', 'ID'),
    ];
    expect(fields.map(({ fieldName, displayName }) => [fieldName, displayName])).toEqual([
      ['universe_id', 'Universe ID'],
      ['roles_open_2026', 'Roles: open, 2026!'],
      ['main_page_text_has_any', '無料トライアル'],
      ['value', 'Value'],
      ['records', 'Records'],
      ['filled', 'Filled'],
      ['id', 'ID'],
    ]);
    const before = await account();
    expect(before.pendingFields).toEqual(fields);
    expect(before.companiesSchema.map(({ fieldName }) => fieldName)).not.toContain('universe_id');
    expect((await row()).configVersion).toBe(configVersion + fields.length);
    expect((await server.refused(deleteDataBlockConfig, { configId: 'roles' }, admin)).body).toMatchObject({
      errorCode: 'CONFIG_IN_USE',
      context: { dataPoints: ['Roles: open, 2026!', 'Value', 'Records', 'Filled'] },
    });
    const trail = await server.platform.db.asSystem((tx) =>
      tx.select().from(auditLog).where(eq(auditLog.action, 'dataset-field.added')),
    );
    expect(trail.find(({ targetId }) => targetId === 'roles_open_2026')).toMatchObject({
      clientId: ours.id,
      target: 'Roles: open, 2026!',
      after: { internalName: 'jobs/count', configId: 'roles', displayName: 'Roles: open, 2026!' },
    });

    await build();
    const after = await account();
    expect(after.pendingFields).toEqual([]);
    expect(after.companiesSchema).toEqual(expect.arrayContaining(fields));
    const { companies } = await server.call(searchCompanies, { limit: 100, parts: ['companies'] }, admin);
    expect(companies).toHaveLength(100);
    let hiring = 0;
    for (const company of companies) {
      expect(company.universe_id).toBe(company.__company_id);
      const roles = company.roles_open_2026;
      expect(company.records).toBe(roles === null ? null : Number(roles) > 0);
      expect(company.value === null || (Array.isArray(company.value) && company.value.length === 0)).toBe(!roles);
      hiring += Number(roles ?? 0) > 0 ? 1 : 0;
    }
    expect(hiring).toBeGreaterThan(0);
    for (const { fieldName } of fields) {
      const { recordsCount, coverage } = await server.call(describeField, { fieldName }, admin);
      expect([fieldName, recordsCount]).toEqual([fieldName, after.usageCounts.companies]);
      expect(coverage).toBeGreaterThan(0);
    }
    const without = { id: 'g', combinator: 'and', rules: [{ id: 'r', field: 'id', operator: 'notExists' }] } as const;
    const search = { filters: { ...without, rules: [...without.rules] }, sortby: 'id', parts: ['companies' as const] };
    const { companiesCnt, companies: found } = await server.call(searchCompanies, search, admin);
    expect(companiesCnt).toBe((await server.call(describeField, { fieldName: 'id' }, admin)).missingCount);
    expect(found.map(({ id }) => id)).toEqual(found.map(() => null));
  }, 60_000);

  test('can be renamed and removed before it is a column', async () => {
    const { fieldName } = await add('web_traffic/bounce_rate', 'Bouncing');
    const field = await server.call(renameDatasetField, { fieldName, displayName: 'Leave at once' }, admin);
    expect((await account()).pendingFields).toEqual([field.field]);
    const rename = await server.refused(renameDatasetField, { fieldName: 'city', displayName: 'leave AT once' }, admin);
    expect(rename.body.message).toBe('Data point name must be unique');
    expect(await remove(fieldName)).toEqual({ fieldName: 'bouncing' });
    expect(await pendingNames()).toEqual([]);
    for (const [name, status, message] of [
      ['bouncing', 404, 'There is no such data point.'],
      ['name', 409, 'Every dataset has this data point, so it cannot be removed.'],
      ['__quality_score', 409, 'Every dataset has this data point, so it cannot be removed.'],
    ] as const) {
      expect(await server.refused(removeDatasetField, { fieldName: name }, admin)).toMatchObject({
        status,
        body: { message },
      });
    }
  });

  test('cannot be removed while a build may be adding it', async () => {
    const { fieldName } = await add('firmographics/stage', 'Stage');
    const { db } = server.platform;
    const running = { clientId: ours.id, type: 'dataset-build', status: 'PROCESSING', input: {} } as const;
    const [job] = await db.asSystem((tx) =>
      tx
        .insert(jobs)
        .values({ ...running, leaseUntil: new Date(Date.now() + 3_600_000) })
        .returning({ id: jobs.id }),
    );
    const { body } = await server.refused(removeDatasetField, { fieldName }, admin);
    expect(body.errorCode).toBe('BUILD_IN_PROGRESS');
    await db.asSystem((tx) => tx.delete(jobs).where(eq(jobs.id, job?.id ?? '')));
    await remove(fieldName);
  });

  test('has a unique name and definition, even if two are added in parallel', async () => {
    const both = await Promise.all(
      ['firmographics/ticker', 'firmographics/exchange'].map((internalName, at) =>
        server.send(addDatasetField, { internalName, displayName: at === 0 ? 'Listed as' : 'listed AS' }, admin),
      ),
    );
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      errorCode: 'NAME_TAKEN',
      message: 'Data point name must be unique',
    });
    const [fieldName = ''] = await pendingNames();
    expect(fieldName).toBe('listed_as');
    const same = await Promise.all(
      ['First', 'Second'].map((displayName) =>
        server.send(addDatasetField, { internalName: 'firmographics/batch', displayName }, admin),
      ),
    );
    expect(same.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(same.find(({ status }) => status === 409)?.body).toMatchObject({ errorCode: 'CONFLICT' });
    for (const pending of await pendingNames()) await remove(pending);
  });

  test('is refused with the reason', async () => {
    const { fieldName } = await add('firmographics/source', 'Origin');
    const configs = (await row()).dataBlockConfigs;
    await setColumns({
      dataBlockConfigs: [
        JOBS,
        PAGES,
        { configId: 'old', blockName: 'jobs', label: 'Old', config: { titleKeywords: 7 } },
      ],
    });
    const name = 'Something new';
    for (const [input, status, message] of [
      [{ internalName: 'firmographics/nope' }, 422, 'There is no data point "firmographics/nope"'],
      [{ internalName: 'jobs/count#roles', configId: 'roles' }, 422, 'There is no data point "jobs/count#roles"'],
      [{ internalName: 'jobs/countries' }, 422, '"jobs/countries" needs a configuration'],
      [{ internalName: 'jobs/countries', configId: 'x' }, 422, 'There is no configuration "x"'],
      [{ internalName: 'jobs/countries', configId: 'page' }, 422, 'The configuration "page" does not belong to "jobs"'],
      [{ internalName: 'jobs/countries', configId: 'old' }, 422, expect.stringContaining('expected array')],
      [
        { internalName: 'web_traffic/bounce_rate', configId: 'roles' },
        422,
        'The data block "web_traffic" takes no configuration',
      ],
      [{ internalName: 'firmographics/city' }, 409, 'This data point is already in the dataset, as "City".'],
      [{ internalName: 'jobs/count', configId: 'roles' }, 409, expect.stringContaining('as "Roles: open, 2026!"')],
      [{ internalName: 'firmographics/source' }, 409, expect.stringContaining('after the next build')],
      [{ internalName: 'web_traffic/bounce_rate', displayName: ' origin' }, 409, 'Data point name must be unique'],
      [{ internalName: 'web_traffic/bounce_rate', displayName: 'TAGS' }, 409, 'Data point name must be unique'],
      [{ internalName: 'web_traffic/bounce_rate', displayName: '  ' }, 422, 'Name cannot be empty'],
    ] as const) {
      const [actualStatus, , actualMessage] = await refusal({ displayName: name, ...input });
      expect([input, actualStatus, actualMessage]).toEqual([input, status, message]);
    }
    await setColumns({ dataBlockConfigs: configs });
    await remove(fieldName);
    const { token } = await signedInPerson(server.platform, { memberOf: { [ours.id]: ['USER'] } });
    const user = { token, client: ours.name };
    const input = { internalName: 'web_traffic/bounce_rate', displayName: name };
    expect((await refusal(input, user))[0]).toBe(403);
    const { featureFlags } = await row();
    await setColumns({ featureFlags: featureFlags.filter((flag) => flag !== 'dataExplorerPrototype') });
    expect((await refusal(input))[0]).toBe(403);
    expect((await server.refused(removeDatasetField, { fieldName: 'city' }, admin)).status).toBe(403);
    await setColumns({ featureFlags });
    expect(await pendingNames()).toEqual([]);
  });

  test('is one of at most 400', async () => {
    const { fieldDefinitions } = await row();
    const own = fieldDefinitions as { internalName: string }[];
    const filler = Array.from({ length: 399 - own.length }, (_, at) => ({
      internalName: 'firmographics/country',
      externalName: `filler_${at}`,
      displayName: `Filler ${at}`,
    }));
    await setColumns({ fieldDefinitions: [...own, ...filler] });
    await add('web_traffic/bounce_rate', 'The last one');
    expect(await refusal({ internalName: 'funding/funding_as_of', displayName: 'One more' })).toEqual([
      422,
      'VALIDATION_FAILED',
      'This account has reached the maximum number of data points.',
    ]);
    await setColumns({ fieldDefinitions });
  });
});

test('before the first build every data point is pending, and required ones stay', async () => {
  const id = await createTestClient(server.platform, 'unbuilt');
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER', 'ADMIN'] } });
  const by = { token, client: 'unbuilt' };
  const { fieldDefinitions } = defaultConfig('unbuilt');
  const lastDataSyncStartedAt = new Date(Date.now() - 3_600_000);
  await setColumns(
    {
      fieldDefinitions: [...fieldDefinitions, { internalName: 'vanished/field', externalName: 'vanished' }],
      autoSyncEnabled: true,
      lastDataSyncStartedAt,
    },
    id,
  );
  const unbuilt = await account(by);
  expect(unbuilt.companiesSchema).toEqual([]);
  expect(unbuilt.pendingFields.map(({ displayName }) => displayName)).toEqual(['Domain', 'Company name']);
  expect(unbuilt.nextBuildDueAt).toBe(new Date(lastDataSyncStartedAt.getTime() + 24 * 3_600_000).toISOString());
  const kept = await server.refused(removeDatasetField, { fieldName: 'name' }, by);
  const message = 'Every dataset has this data point, so it cannot be removed.';
  expect([kept.status, kept.body.message]).toEqual([409, message]);
  const [, tags] = await refusal({ internalName: 'firmographics/city', displayName: 'tags' }, by);
  expect(tags).toBe('NAME_TAKEN');
  // Definitions of removed fields block builds, so they can be removed.
  await remove('vanished', by);
});
