import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { listTables, openEmbedded } from '@quarry/clickhouse';
import { exportConfig, segmentExportConfig } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { csvExports } from '@quarry/postgres/tables/exports';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { datasetBuild } from '#server/features/builds/build-dataset.ts';
import { createClient } from '#server/features/client-configs/create-client.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { readClient } from '#server/features/datasets/read-client.ts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import { datasetDatabase } from '#server/features/datasets/table.ts';
import { createJobs, type Jobs } from '#server/platform/jobs/jobs.ts';
import { buildDeps } from '#server/testing/build-deps.ts';
import { killableWorker } from '#server/testing/killable-worker.ts';
import { type SmtpInbox, startSmtpInbox } from '#server/testing/smtp-inbox.ts';
import { type ExportRow, partsOf } from './export.ts';
import { exportMail } from './mail-export.ts';
import { csvExport, folderOf } from './run-export.ts';
import { freezeSegment, type SegmentSnapshot } from './segment/freeze-segment.ts';
import { planSegmentExport } from './segment/segment-plan.ts';
import { COMPANIES, PART_ROWS } from './testing/export-worker.ts';
import { createExportedSegment, type FoundPerson } from './testing/exported-segment.ts';
import { readStrictCsv } from './testing/exports-world.ts';

const CLIENT = 'killed';
const REQUESTER = 'someone@example.test';
let database: TestDatabase;
let apiJobs: Jobs;
let path: string;
let inbox: SmtpInbox;
let clientId: string;
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
  await worker.start();
  clientId = await database.db.asSystem((tx) =>
    createClient(tx, { config: defaultConfig(CLIENT) }, { userId: null, name: 'test' }),
  );
  await jobEnds(await database.db.asSystem((tx) => requestBuild(tx, apiJobs, clientId, {}, 'test')));
}, 120_000);
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

const rowOf = async (id: string): Promise<ExportRow> => {
  const [row] = await database.db.asSystem((tx) => tx.select().from(csvExports).where(eq(csvExports.id, id)));
  if (row === undefined) throw new Error('No such export');
  return row;
};
const hasParts =
  (parts: number) =>
  (row: ExportRow): boolean =>
    partsOf(row).length >= parts;
const isRunning = (row: ExportRow): boolean => row.status === 'PROCESSING';
const isComplete = (row: ExportRow): boolean => row.status === 'COMPLETE';

type NewExport = Pick<typeof csvExports.$inferInsert, 'id' | 'type' | 'config' | 'snapshot'>;

/** Requests an export and runs it to its end, with kills at these moments; `onKill` is called before each new start. */
async function runKilled(
  values: NewExport,
  moments: readonly Moment[],
  onKill: (row: ExportRow) => void = () => undefined,
): Promise<ExportRow> {
  const { id, jobId } = await database.db.asClient(clientId, async (tx) => {
    const requester = { clientId, requestedBy: 'someone', requestedByEmail: REQUESTER };
    const [made] = await tx
      .insert(csvExports)
      .values({ ...requester, ...values })
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
    onKill(await rowOf(id));
    await worker.start();
  }
  await jobEnds(jobId);
  return rowOf(id);
}

const textsOf = (row: ExportRow): Promise<string[]> =>
  Promise.all(partsOf(row).map(({ key }) => readFile(join(path, 'files', key), 'utf8')));

/** While no worker has it open. */
async function frozenTables(): Promise<string[]> {
  const warehouse = await openEmbedded({ path: join(path, 'engine') });
  const left = await listTables(warehouse, datasetDatabase(CLIENT));
  await warehouse.close();
  return left.filter((name) => name.startsWith('export_'));
}

test('kill -9 at any moment: one complete export, no duplicate or lost row, no second mail', async () => {
  const killedBeforeMail = new Set<string>();
  const exportBy = (sortby: string, moments: readonly Moment[]): Promise<ExportRow> => {
    const config = exportConfig.parse({ columns: ['__company_id', 'name'], sortby, sortdirection: 'desc' });
    return runKilled({ type: 'DATASET', config }, moments, ({ id, mailedAt }) => {
      if (mailedAt === null) killedBeforeMail.add(id);
    });
  };

  // In the order of the dataset's table, which is cloned, and in another one, for which the rows are copied.
  for (const sortby of ['__quality_score', 'name']) {
    const exported = [
      await exportBy(sortby, [
        [isRunning, 15],
        [hasParts(2), 3],
        [hasParts(9), 20],
      ]),
      await exportBy(sortby, []),
    ];
    const contents: string[] = [];
    for (const row of exported) {
      const parts = partsOf(row);
      expect(row).toMatchObject({ status: 'COMPLETE', rowCount: COMPANIES });
      expect(parts).toHaveLength(COMPANIES / PART_ROWS);
      const texts = await textsOf(row);
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
  const { id } = await exportBy('name', [[isComplete, 0]]);
  // Recorded before sending: a kill in between leaves no mail.
  await expect.poll(async () => (await rowOf(id)).mailedAt, { timeout: 60_000 }).not.toBeNull();
  const last = await exportBy('name', []);
  await expect.poll(() => mailsAbout(last.id), { timeout: 60_000 }).toHaveLength(1);
  await worker.kill();
  expect(mailsAbout(id).length).toBeLessThanOrEqual(1);
  if (killedBeforeMail.has(id)) expect(mailsAbout(id)).toHaveLength(1);
  expect(await frozenTables()).toEqual([]);
}, 300_000);

test('kill -9 of a segment export: every contact and every company without contacts is in it once', async () => {
  await worker.kill();
  const { db } = database;
  const idAt = (at: number) => String(at + 3);
  const active = Array.from({ length: COMPANIES }, (_each, at) => idAt(at));
  const people = Array.from({ length: COMPANIES / 10 }, (_each, at): FoundPerson[] => [
    { persona: 'Sales', companyId: idAt(10 * at), contactId: `sales-${at}`, rank: 1 },
    { persona: 'Sales', companyId: idAt(10 * at), contactId: `second-${at}`, rank: 2 },
  ]).flat();
  const warehouse = await openEmbedded({ path: join(path, 'engine') });
  const stores = buildDeps({ db, warehouse, log: pino({ level: 'silent' }) });
  const { segmentId } = await createExportedSegment(stores, { id: clientId, name: CLIENT }, { active }, people);
  const config = segmentExportConfig.parse({ segmentId, columns: ['__company_id'] });
  const scope: Parameters<typeof freezeSegment>[0] = {
    ...stores,
    client: await readClient(stores, clientId),
    read: (query) => db.asClient(clientId, query, { readOnly: true }),
  };
  const ids = [randomUUID(), randomUUID()];
  const snapshots: SegmentSnapshot[] = [];
  for (const id of ids) {
    const planned = await planSegmentExport(scope, 'SEGMENT', config);
    snapshots.push(await freezeSegment(scope, id, config, planned, new AbortController().signal));
  }
  await warehouse.close();
  await worker.start();

  const contents: string[] = [];
  for (const [at, moments] of [
    [
      [isRunning, 15],
      [hasParts(2), 3],
      [hasParts(9), 20],
    ] as const,
    [],
  ].entries()) {
    const row = await runKilled({ id: ids[at], type: 'SEGMENT', config, snapshot: snapshots[at] }, moments);
    const texts = await textsOf(row);
    const rows = texts.flatMap((text) => readStrictCsv(text.slice(1)).slice(1));
    expect(row).toMatchObject({ status: 'COMPLETE', rowCount: COMPANIES + people.length / 2 });
    expect(rows).toHaveLength(COMPANIES + people.length / 2);
    const lines = rows.map((values) => values.join());
    expect(new Set(lines).size).toBe(lines.length);
    expect(new Set(rows.map(([companyId]) => companyId))).toEqual(new Set(active));
    const contactIds = new Set(people.map(({ contactId }) => contactId));
    const found = rows.flatMap((values) => values.find((value) => contactIds.has(value)) ?? []);
    expect(found.toSorted()).toEqual([...contactIds].toSorted());
    expect(await readdir(join(path, 'files', folderOf(row)))).toHaveLength(partsOf(row).length);
    contents.push(texts.join(''));
  }
  expect(new Set(contents).size).toBe(1);
  await worker.kill();
  expect(await frozenTables()).toEqual([]);
}, 300_000);
