import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listTables, openEmbedded } from '@quarry/clickhouse';
import { exportConfig } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { type SmtpInbox, startSmtpInbox } from '#server/testing/smtp-inbox.ts';
import { type ExportRow, partsOf } from './export.ts';
import { exportMail } from './mail-export.ts';
import { csvExport, folderOf } from './run-export.ts';
import { COMPANIES, PART_ROWS } from './testing/export-worker.ts';
import { readStrictCsv } from './testing/exports-world.ts';

const CLIENT = 'killed';
const REQUESTER = 'someone@example.test';
let database: TestDatabase;
let apiJobs: Jobs;
let path: string;
let inbox: SmtpInbox;
const worker = killableWorker(fileURLToPath(new URL('./testing/export-worker.ts', import.meta.url)), () => [
  database.connectionString,
  path,
  inbox.url,
]);

beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'quarry-killed-export-'));
  database = await createTestDatabase();
  inbox = await startSmtpInbox();
  const log = pino({ level: 'silent' });
  const definitions = [datasetBuild, csvExport, exportMail];
  apiJobs = createJobs({ db: database.db, definitions, deps: {} as never, role: 'api', log });
  await apiJobs.start();
});
afterAll(async () => {
  await worker.kill();
  await apiJobs.stop(1000);
  await inbox.close();
  await database.drop();
  await rm(path, { recursive: true, force: true });
});

async function jobEnds(jobId: string): Promise<void> {
  for (;;) {
    const job = await apiJobs.get(jobId);
    if (job?.status === 'COMPLETE') return;
    if (job === null || job.status === 'ERROR') throw new Error(job?.error ?? 'The job is gone');
    await sleep(20);
  }
}

/** Kill this long after the export reached this state. */
type Moment = readonly [isReached: (row: ExportRow) => boolean, afterMs: number];

test('kill -9 at any moment: one complete export, no duplicate or lost row, no second mail', async () => {
  const { db } = database;
  await worker.start();
  const clientId = await db.asSystem((tx) =>
    createClient(tx, { config: defaultConfig(CLIENT) }, { userId: null, name: 'test' }),
  );
  await jobEnds(await db.asSystem((tx) => requestBuild(tx, apiJobs, clientId, {}, 'test')));

  const rowOf = async (id: string): Promise<ExportRow> => {
    const [row] = await db.asSystem((tx) => tx.select().from(csvExports).where(eq(csvExports.id, id)));
    if (row === undefined) throw new Error('No such export');
    return row;
  };
  const killedBeforeMail = new Set<string>();
  const runKilled = async (sortby: string, moments: readonly Moment[]): Promise<ExportRow> => {
    const { id, jobId } = await db.asClient(clientId, async (tx) => {
      const [made] = await tx
        .insert(csvExports)
        .values({
          clientId,
          type: 'DATASET',
          config: exportConfig.parse({ columns: ['__company_id', 'name'], sortby, sortdirection: 'desc' }),
          requestedBy: 'someone',
          requestedByEmail: REQUESTER,
        })
        .returning({ id: csvExports.id });
      if (made === undefined) throw new Error('Not made');
      const enqueued = await apiJobs.enqueue(tx, csvExport, clientId, { exportId: made.id });
      await tx.update(csvExports).set({ jobId: enqueued }).where(eq(csvExports.id, made.id));
      return { id: made.id, jobId: enqueued };
    });
    for (const [isReached, afterMs] of moments) {
      while (!isReached(await rowOf(id))) await sleep(1);
      await sleep(afterMs);
      await worker.kill();
      if ((await rowOf(id)).mailedAt === null) killedBeforeMail.add(id);
      await worker.start();
    }
    await jobEnds(jobId);
    return rowOf(id);
  };
  const hasParts =
    (parts: number) =>
    (row: ExportRow): boolean =>
      partsOf(row).length >= parts;
  const isComplete = (row: ExportRow): boolean => row.status === 'COMPLETE';

  // In the order of the dataset's table, which is cloned, and in another one, for which the rows are copied.
  for (const sortby of ['__quality_score', 'name']) {
    const exported = [
      await runKilled(sortby, [
        [(row) => row.status === 'PROCESSING', 15],
        [hasParts(2), 3],
        [hasParts(9), 20],
      ]),
      await runKilled(sortby, []),
    ];
    const contents: string[] = [];
    for (const row of exported) {
      const parts = partsOf(row);
      expect(row).toMatchObject({ status: 'COMPLETE', rowCount: COMPANIES });
      expect(parts).toHaveLength(COMPANIES / PART_ROWS);
      const texts = await Promise.all(parts.map(({ key }) => readFile(join(path, 'files', key), 'utf8')));
      const rows = texts.flatMap((text) => readStrictCsv(text.slice(1)).slice(1));
      expect(rows).toHaveLength(COMPANIES);
      expect(new Set(rows.map(([companyId]) => companyId)).size).toBe(COMPANIES);
      expect(rows.every(([companyId, name]) => name === `Company "${companyId}"`)).toBe(true);
      expect(await readdir(join(path, 'files', folderOf(row)))).toHaveLength(parts.length);
      contents.push(texts.join(''));
    }
    expect(new Set(contents).size).toBe(1);
  }

  const mailsAbout = (id: string) => inbox.mailsTo(REQUESTER).filter(({ text }) => text?.includes(id));
  const { id } = await runKilled('name', [[isComplete, 0]]);
  // Recorded before sending: a kill in between leaves no mail.
  await expect.poll(async () => (await rowOf(id)).mailedAt, { timeout: 60_000 }).not.toBeNull();
  const last = await runKilled('name', []);
  await expect.poll(() => mailsAbout(last.id), { timeout: 60_000 }).toHaveLength(1);
  await worker.kill();
  expect(mailsAbout(id).length).toBeLessThanOrEqual(1);
  if (killedBeforeMail.has(id)) expect(mailsAbout(id)).toHaveLength(1);
  const warehouse = await openEmbedded({ path: join(path, 'engine') });
  const left = await listTables(warehouse, datasetDatabase(CLIENT));
  await warehouse.close();
  expect(left.filter((name) => name.startsWith('export_'))).toEqual([]);
}, 300_000);
