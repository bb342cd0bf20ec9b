import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { countMarket, listSystemJobs } from '@quarry/contracts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { importSummary } from './import-summary.ts';
import { companyImport, type ImportRequest } from './run-import.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'quarry-import-job-'));
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function importRows(rows: string, options: Partial<ImportRequest> = {}) {
  const { db, jobs } = server.platform;
  const location = join(folder, 'rows.csv');
  await writeFile(location, `name,domain,country\n${rows}`);
  const request = { location, isDryRun: false, rejectsPath: join(folder, 'rejects.jsonl'), ...options };
  const id = await db.asSystem((tx) => jobs.enqueue(tx, companyImport, null, request));
  for (;;) {
    const job = await jobs.get(id);
    if (job?.finishedAt != null) return { id, status: job.status, summary: importSummary.parse(job.checkpoint) };
    await delay(20);
  }
}

it('imports into a universe that is in use, and shows it at once', async () => {
  const clientId = await createTestClient(server.platform, 'north');
  const { token } = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  const staff = await signedInPerson(server.platform, { staffPermissions: ['VIEW_ANY_ACCOUNT'] });
  const norwegian = { id: 'place', field: 'firmographics/country', operator: 'isOneOf', value: ['NO'] };
  const marketCriteria = { id: 'root', combinator: 'and' as const, rules: [norwegian] };
  const count = async () =>
    (await server.call(countMarket, { marketCriteria }, { token, client: 'north' })).totalCompanies;
  expect(await count()).toBe(0);

  const dry = await importRows('A,a.com,NO\n', { isDryRun: true });
  expect(dry).toMatchObject({ status: 'COMPLETE', summary: { created: 1, isDryRun: true } });
  expect(await count()).toBe(0);

  const done = await importRows('A,a.com,NO\nB,b.com,NO\n,c.com,NO\n');
  expect(done).toMatchObject({
    status: 'COMPLETE',
    summary: { created: 2, rejected: 1, rejectsPath: join(folder, 'rejects.jsonl') },
  });
  expect(await count()).toBe(2);
  expect(server.platform.problems.list()).toEqual([]);

  const { jobs } = await server.call(listSystemJobs, {}, { token: staff.token });
  expect(jobs.find(({ id }) => id === done.id)).toMatchObject({
    type: 'company-import',
    status: 'COMPLETE',
    progress: 1,
    counts: { read: 3, created: 2, rejected: 1 },
  });
});
