import { listTables, sql } from '@quarry/clickhouse';
import {
  createApiKey,
  createClientConfig,
  createCoverageAnalysis,
  createMarket,
  createTag,
  getClientConfig,
  getExport,
  getMarketEstimation,
  listClientConfigs,
  refreshDataset,
  saveClientConfig,
  saveReport,
  saveUserSettings,
  startExport,
  startMarketEstimation,
  triggerBuild,
} from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { listClientTables } from '@quarry/postgres/row-security';
import { auditLog } from '@quarry/postgres/tables/audit';
import { clients } from '@quarry/postgres/tables/clients';
import { integrations } from '@quarry/postgres/tables/integrations';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { grantCredits } from '#server/features/accounts/credits/grant-credits.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson, type TestPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { deleteDueClients } from './delete-due-clients.ts';

const DAY_MS = 24 * 3_600_000;
/** What stays of a deleted client. */
const KEPT = ['audit_log', 'credit_ledger'];

let server: TestServer;
let doomed: TestClient;
let other: TestClient;
let staff: TestPerson;

beforeAll(async () => {
  server = await startTestServer();
  doomed = await buildTestDataset(server.platform, { name: 'doomed', companies: 300 });
  other = await buildTestDataset(server.platform, { name: 'other', companies: 300 });
  staff = await signedInPerson(server.platform, {
    staffPermissions: ['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS'],
    memberOf: { [doomed.id]: ['USER', 'ADMIN'], [other.id]: ['USER', 'ADMIN'] },
  });
}, 120_000);
afterAll(() => server.close());

/** Makes something of every kind that people can make here. */
async function fill({ id, name }: TestClient): Promise<void> {
  const caller = { token: staff.token, client: name };
  const filters = {
    id: 'root',
    combinator: 'and',
    rules: [{ id: 'a', field: 'country', operator: 'exists' }],
  } as const;
  await server.call(createTag, { name: 'Tag', filters: { ...filters, rules: [...filters.rules] } }, caller);
  const criteria = [{ id: 'a', field: 'firmographics/country', operator: 'exists' }];
  await server.call(
    createMarket,
    { name: 'Market', draftMarketCriteria: { id: 'root', combinator: 'and', rules: criteria } },
    caller,
  );
  await server.call(createApiKey, { name: 'Key', scope: 'read', expiresInDays: null }, caller);
  await server.call(saveUserSettings, { checklist: { done: [], isDismissed: true } }, caller);
  const { export: started } = await server.call(
    startExport,
    { exportType: 'DATASET', exportConfig: { columns: ['name'] } },
    caller,
  );
  await expect
    .poll(async () => (await server.call(getExport, { id: started.id }, caller)).export.status, { timeout: 30_000 })
    .toBe('COMPLETE');
  const ofStaff = { token: staff.token };
  const sourcingCriteria = { id: 'root', combinator: 'and' as const, rules: criteria };
  const config = { sourcingCriteria, clientName: name };
  await server.call(saveReport, { id: `Estimate for ${id}`, config }, ofStaff);
  await server.call(
    createCoverageAnalysis,
    { name: 'Targets', domains: ['a.com'], sourcingCriteria, clientName: name },
    ofStaff,
  );
  const { executionId } = await server.call(startMarketEstimation, { config, limit: 5 }, ofStaff);
  await expect
    .poll(async () => (await server.call(getMarketEstimation, { executionId }, ofStaff)).status, { timeout: 30_000 })
    .toBe('SUCCEEDED');
  await server.platform.db.asSystem(async (tx) => {
    await tx.insert(integrations).values({ clientId: id, integrationType: 'hubspot', encryptedCredentials: 'x' });
    await grantCredits(tx, { clientId: id, creditType: 'CONTACT', amount: 5, actor: 'test', idempotencyKey: 'grant' });
  });
}

/** The number of rows of a client in each table that has any. */
async function rowsOf({ id }: TestClient): Promise<Map<string, number>> {
  const session = await server.platform.db.pool.connect();
  try {
    await session.query("select set_config('quarry.client_id', '*', false)");
    const counts = new Map<string, number>();
    for (const { table, column } of await listClientTables(session)) {
      const { rows } = await session.query<{ count: number }>(
        `select count(*)::int as count from "${table}" where "${column}" = $1`,
        [id],
      );
      const count = rows[0]?.count ?? 0;
      if (count > 0) counts.set(table, count);
    }
    return counts;
  } finally {
    await session.query("select set_config('quarry.client_id', '', false)");
    session.release();
  }
}

/** The tables of the system of record with a row that says a text anywhere. */
async function tablesThatSay(...texts: readonly string[]): Promise<string[]> {
  const session = await server.platform.db.pool.connect();
  try {
    await session.query("select set_config('quarry.client_id', '*', false)");
    const { rows } = await session.query<{ name: string }>(
      "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
    );
    const found = [];
    for (const { name } of rows) {
      const patterns = texts.map((text) => `%${text}%`);
      const { rowCount } = await session.query(`select 1 from "${name}" as t where t::text like any($1) limit 1`, [
        patterns,
      ]);
      if (rowCount === 1) found.push(name);
    }
    return found.toSorted();
  } finally {
    await session.query("select set_config('quarry.client_id', '', false)");
    session.release();
  }
}

async function filesNow(): Promise<string[]> {
  const { objects } = await server.platform.files.listAll('', { recursive: true });
  return [...objects].flatMap((object) => (object.isFile && object.key.includes('/') ? [object.key] : [])).toSorted();
}

class Killed extends Error {}

/** The stores of the platform, which fail at the nth thing that is done with them. */
function killedAt(nth: number) {
  let done = 0;
  const step = () => {
    done += 1;
    if (done === nth) throw new Killed();
  };
  const failing = <T extends object>(store: T): T =>
    new Proxy(store, {
      get(target, key) {
        const value: unknown = Reflect.get(target, key);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => {
          step();
          return Reflect.apply(value, target, args);
        };
      },
    });
  const { db, warehouse, files, log } = server.platform;
  return { db: failing(db), warehouse: failing(warehouse), files: failing(files), log };
}

describe('the list of clients', () => {
  test('finds names, counts the stages, and shows usage', async () => {
    await server.call(
      createClientConfig,
      { config: { clientName: 'quiet_1', lifecycleStage: 'CLIENT_CHURNED' } },
      { token: staff.token },
    );
    const all = await server.call(listClientConfigs, {}, { token: staff.token });
    expect(all.items.map(({ clientName }) => clientName)).toEqual(['doomed', 'other', 'quiet_1']);
    expect(all.stages).toEqual({ OTHER: 2, CLIENT_CHURNED: 1 });
    expect(all.items[0]).toMatchObject({
      dataSyncStatus: 'COMPLETE',
      scheduledForDeletionAt: null,
      companyLimit: null,
    });
    expect(all.items[0]?.companies).toBeGreaterThan(100);
    const found = await server.call(listClientConfigs, { search: 'T_1' }, { token: staff.token });
    expect(found.items.map(({ clientName }) => clientName)).toEqual(['quiet_1']);
    const churned = await server.call(listClientConfigs, { lifecycleStage: 'CLIENT_CHURNED' }, { token: staff.token });
    expect(churned).toMatchObject({ count: 1, stages: { OTHER: 2, CLIENT_CHURNED: 1 } });
  });
});

describe('a new client', () => {
  test('needs a free name of letters, digits, underscore and hyphen', async () => {
    const create = async (clientName: unknown) =>
      (await server.refused(createClientConfig, { config: { clientName } }, { token: staff.token })).body;
    for (const name of ['Acme', 'a b', '', 'é', undefined])
      expect((await create(name)).message).toBe('Name can only contain alphanumeric characters.');
    expect(await create('other')).toMatchObject({
      errorCode: 'NAME_TAKEN',
      message: 'Client with this name already exist, provide a new name, or edit existing config',
    });
  });

  test('has the default config, or that of the client that it is cloned from', async () => {
    const made = await server.call(createClientConfig, { config: { clientName: 'plain' } }, { token: staff.token });
    expect(made.config.fieldDefinitions.map(({ externalName }) => externalName)).toEqual(['domain', 'name']);
    expect(made.config.sourcingCriteria.rules).toMatchObject([{ field: 'firmographics/employee_count', value: 3 }]);
    const clone = await server.call(
      createClientConfig,
      { config: { clientName: 'twin' }, cloneOf: 'other' },
      { token: staff.token },
    );
    const { config } = await server.call(getClientConfig, { name: 'other' }, { token: staff.token });
    expect(clone.config).toEqual({ ...config, clientName: 'twin' });
  });
});

test('a client is deleted on its day with all that it had, however often the deletion is interrupted', async () => {
  await fill(doomed);
  const filesOfDoomed = await filesNow();
  await fill(other);
  const saidOfOther = await tablesThatSay(other.id, 'other');
  expect(saidOfOther).toEqual(expect.arrayContaining(['coverage_analyses', 'estimation_reports', 'staff_exports']));
  const filesBefore = await filesNow();
  const before = await rowsOf(other);
  const tablesBefore = await listTables(server.platform.warehouse, 'client_other');
  expect([...(await rowsOf(doomed)).keys()]).toEqual(
    expect.arrayContaining([
      'api_keys',
      'clients',
      'csv_exports',
      'dataset_versions',
      'integrations',
      'jobs',
      'markets',
      'memberships',
      'tags',
      'user_settings',
    ]),
  );
  const schedule = (at: Date) =>
    server.platform.db.asSystem((tx) =>
      tx.update(clients).set({ scheduledForDeletionAt: at }).where(eq(clients.id, doomed.id)),
    );
  const day = new Date(Date.now() + 7 * DAY_MS);
  await schedule(day);
  expect(await deleteDueClients(server.platform, new Date(day.getTime() - 1000))).toEqual([]);
  expect((await rowsOf(doomed)).has('clients')).toBe(true);

  // The clock has moved: it is the day, and nothing can be started or changed any more.
  const now = new Date(Date.now() - 1000);
  await schedule(now);
  const caller = { token: staff.token };
  expect((await server.refused(triggerBuild, { name: 'doomed' }, caller)).body.message).toBe(
    'This client is being deleted.',
  );
  expect(
    (await server.refused(saveClientConfig, { name: 'doomed', config: { scheduledForDeletionAt: null } }, caller))
      .status,
  ).toBe(409);
  let attempts = 0;
  for (;;) {
    attempts += 1;
    try {
      expect(await deleteDueClients(killedAt(attempts))).toEqual(['doomed']);
      break;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }
  expect(attempts).toBeGreaterThan(5);
  expect([...(await rowsOf(doomed)).keys()].toSorted()).toEqual(KEPT);
  expect(await tablesThatSay(doomed.id, 'doomed')).toEqual(KEPT);
  const left = await server.platform.warehouse.rows(
    sql`SELECT name FROM system.databases WHERE startsWith(name, 'client_')`,
    z.object({ name: z.string() }),
  );
  expect(left).toEqual([{ name: 'client_other' }]);
  const files = await filesNow();
  expect(filesOfDoomed).toHaveLength(2);
  expect(files).toEqual(filesBefore.filter((key) => !filesOfDoomed.includes(key)));

  expect(await rowsOf(other)).toEqual(before);
  expect(await tablesThatSay(other.id, 'other')).toEqual(saidOfOther);
  expect(await listTables(server.platform.warehouse, 'client_other')).toEqual(tablesBefore);
  const [entry] = await server.platform.db.asSystem((tx) =>
    tx.select().from(auditLog).where(eq(auditLog.action, 'client.deleted')),
  );
  expect(entry).toMatchObject({ clientId: doomed.id, target: 'doomed', actor: 'schedule' });
  const gone = await server.refused(refreshDataset, {}, { token: staff.token, client: 'doomed' });
  expect(gone.status).toBe(403);
});
