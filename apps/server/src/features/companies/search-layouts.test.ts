import { ident, sql } from '@quarry/clickhouse';
import { searchCompanies } from '@quarry/contracts';
import type { FilterGroup, FilterRule } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type VersionSchema, versionSchema } from '#server/features/datasets/dataset-schema.ts';
import { DOMAIN_HASH } from '#server/features/datasets/domain-hash.ts';
import { datasetTables } from '#server/features/datasets/table.ts';
import { buildTestDataset, type TestClient } from '#server/testing/test-dataset.ts';
import { signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';

/** The same companies in a version with a head of 60 companies, and in one as earlier releases built them. */
let server: TestServer;
let headed: Caller;
let earlier: Caller;

const HEAD = 60;

const criteria = (...rules: Omit<FilterRule, 'id'>[]): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: rules.map((rule, at) => ({ id: `rule${at}`, ...rule })),
});

async function enter({ id, name }: TestClient): Promise<Caller> {
  const { token } = await signedInPerson(server.platform, { memberOf: { [id]: ['USER'] } });
  return { token, client: name };
}

async function changeSchema({ id }: TestClient, change: (schema: VersionSchema) => VersionSchema): Promise<number> {
  return server.platform.db.asClient(id, async (tx) => {
    const [row] = await tx
      .select({ version: datasetVersions.version, schema: datasetVersions.schema })
      .from(clients)
      .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
      .where(eq(clients.id, id));
    const version = row?.version ?? 0;
    const schema = change(versionSchema.parse(row?.schema));
    await tx.update(datasetVersions).set({ schema }).where(eq(datasetVersions.version, version));
    return version;
  });
}

async function find(caller: Caller, search: { filters?: FilterGroup; offset?: number; limit?: number }) {
  const { companies, companiesCnt } = await server.call(searchCompanies, { parts: ['companies'], ...search }, caller);
  return { found: companies.map(({ __company_id }) => __company_id), companiesCnt, companies };
}

beforeAll(async () => {
  server = await startTestServer();
  const ours = await buildTestDataset(server.platform, { name: 'headed', companies: 600 });
  const theirs = await buildTestDataset(server.platform, { name: 'earlier', companies: 600 });
  headed = await enter(ours);
  earlier = await enter(theirs);
  const version = await changeSchema(theirs, ({ columns }) => ({ columns }));
  const { database, dataset } = datasetTables(theirs.name, version);
  await server.platform.warehouse.command(
    sql`ALTER TABLE ${ident(database, dataset)} DROP COLUMN ${ident(DOMAIN_HASH)}`,
    { lane: 'jobs' },
  );
  const best = await find(earlier, { limit: HEAD });
  const headScore = Number(best.companies.at(-1)?.__quality_score);
  await changeSchema(ours, (schema) => ({ ...schema, headScore }));
}, 120_000);
afterAll(() => server.close());

test('a page is the same whether the head of the version has all of it, some of it or nothing', async () => {
  const searches: FilterGroup[] = [
    criteria(),
    criteria({ field: 'employee_count', operator: 'gte', value: 10 }),
    criteria({ field: 'country', operator: 'isOneOf', value: ['US'] }),
    criteria({ field: '__quality_score', operator: 'lt', value: 40 }),
    criteria({ field: 'employee_count', operator: 'gt', value: 1e12 }),
  ];
  for (const filters of searches) {
    for (const offset of [0, HEAD - 10, HEAD + 10, 100_000]) {
      const page = { filters, offset, limit: 20 };
      const [ours, theirs] = [await find(headed, page), await find(earlier, page)];
      expect([ours.found, ours.companiesCnt]).toEqual([theirs.found, theirs.companiesCnt]);
    }
  }
});

test('companies are found by domain in versions with and without hashes of the domains', async () => {
  const { companies, companiesCnt } = await find(earlier, { limit: 100 });
  const domains = [companies[3], companies[90]].map((company) => company?.__domain ?? '');
  const value = [...domains, 'nobody.example'];
  for (const caller of [headed, earlier]) {
    for (const field of ['__domain', 'domain']) {
      const some = await find(caller, { filters: criteria({ field, operator: 'isOneOf', value }) });
      expect(some.companies.map(({ __domain }) => __domain)).toEqual(domains);
      expect(some.companiesCnt).toBe(domains.length);
      const next = await find(caller, { filters: criteria({ field, operator: 'isOneOf', value }), offset: 1 });
      expect([next.companies.map(({ __domain }) => __domain), next.companiesCnt]).toEqual([[domains[1]], 2]);
      const others = await find(caller, { filters: criteria({ field, operator: 'notOneOf', value }) });
      expect(others.companiesCnt).toBe(companiesCnt - domains.length);
    }
  }
});
