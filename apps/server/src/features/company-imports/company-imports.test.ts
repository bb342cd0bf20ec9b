import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ident, sql } from '@quarry/clickhouse';
import {
  beginCompanyFile,
  checkCompanyFile,
  checkImportUndo,
  countMarket,
  deleteCompanyFile,
  downloadImportRejects,
  getCompanyImport,
  listCompanyImports,
  listSystemJobs,
  sendCompanyFilePiece,
  undoCompanyImport,
} from '@quarry/contracts';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';
import { WorkStopped } from '#server/platform/work/run-work.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { companyImport } from './import-job.ts';
import { runImport } from './run-import.ts';
import { type ImportSteps, importSteps, stoppedLedger } from './testing/import-steps.ts';

let server: TestServer;
let folder: string;
let editor: Caller;
let viewer: Caller;
let steps: ImportSteps;
beforeAll(async () => {
  server = await startTestServer({ QUARRY_MAX_UPLOAD_MB: '5' });
  folder = await mkdtemp(joinPath(tmpdir(), 'quarry-import-job-'));
  const staff = async (staffPermissions: readonly ('VIEW_ANY_ACCOUNT' | 'EDIT_ACCOUNTS')[]) => ({
    token: (await signedInPerson(server.platform, { staffPermissions })).token,
  });
  editor = await staff(['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS']);
  viewer = await staff(['VIEW_ANY_ACCOUNT']);
  steps = importSteps({ server, folder, editor, viewer });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => steps.clear());

it('imports into a universe that is in use, and shows it at once', async () => {
  const clientId = await createTestClient(server.platform, 'north');
  const { token } = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  const norwegian = { id: 'place', field: 'firmographics/country', operator: 'isOneOf', value: ['NO'] };
  const marketCriteria = { id: 'root', combinator: 'and' as const, rules: [norwegian] };
  const count = async () =>
    (await server.call(countMarket, { marketCriteria }, { token, client: 'north' })).totalCompanies;
  expect(await count()).toBe(0);

  const dry = await steps.importRows('A,a.com,NO,\n', { isDryRun: true });
  expect(dry).toMatchObject({ status: 'COMPLETE', companyImport: { counts: { created: 1 }, isDryRun: true } });
  expect(await count()).toBe(0);

  const done = await steps.importRows('A,a.com,NO,\nB,b.com,NO,\n,c.com,NO,\n');
  expect(done).toMatchObject({
    status: 'COMPLETE',
    companyImport: { counts: { created: 2, rejected: 1 }, requestedBy: 'command line' },
    rejectsPath: joinPath(folder, 'rejects.jsonl'),
  });
  expect(await count()).toBe(2);
  expect(server.platform.problems.list()).toEqual([]);

  const { jobs } = await server.call(listSystemJobs, {}, viewer);
  expect(jobs.find(({ id }) => id === done.id)).toMatchObject({
    type: 'company-import',
    status: 'COMPLETE',
    progress: 1,
    counts: { read: 3, created: 2, rejected: 1 },
  });
});

it('lists the imports with who, when and what became of the rows, without the secrets of an address', async () => {
  const counts = { read: 6, created: 3, updated: 1, unchanged: 1, rejected: 1 };
  const none = { ignoredValues: {}, filledValues: {}, unusedColumns: [], unlistedRejects: 0, failure: null };
  const add = (location: string, values: Partial<typeof companyImports.$inferInsert>) =>
    server.platform.db.asSystem((tx) =>
      tx.insert(companyImports).values({
        request: { location, isDryRun: false, rejectsPath: '/rejects.jsonl' },
        isDryRun: false,
        requestedBy: 'command line',
        finishedAt: new Date(),
        ...values,
      }),
    );
  await add('https://me:secret@files.example.test/a.csv?signature=secret', {
    status: 'COMPLETE',
    createdAt: new Date('2026-01-01T00:00:00Z'),
    summary: {
      format: 'CSV',
      dialect: null,
      mapping: 'generic',
      isDryRun: false,
      conflicts: 0,
      ...counts,
      ...none,
      rejections: { 'No name': 1 },
      rejectsPath: '/rejects.jsonl',
    },
  });
  await add('/data/killed.csv', { status: 'PROCESSING', finishedAt: null, canBeUndone: true });
  const { items, count } = await server.call(listCompanyImports, { limit: 1 }, viewer);
  expect(count).toBe(2);
  expect(items).toMatchObject([{ location: '/data/killed.csv', status: 'ERROR', undo: { isPossible: true } }]);
  const older = await server.call(listCompanyImports, { limit: 1, offset: 1 }, viewer);
  expect(older.items).toMatchObject([
    { location: 'https://files.example.test/a.csv', requestedBy: 'command line', counts, rejections: { 'No name': 1 } },
  ]);
  expect(JSON.stringify(older)).not.toContain('secret');
});

const BROKEN = 'Firm;Web;Staff\nAcme;acme.com;12\nRagged;one;too;many\nNobody;not a domain;1\nBeta;beta.com;many\n';

it('reads an uploaded file under a corrected mapping, tries it out, imports it, and reports like the command line', async () => {
  const bytes = gzipSync(Buffer.concat([Buffer.from(BROKEN), Buffer.from('Z\xfcrich;z.com;1\n', 'latin1')]));
  const fileId = await steps.upload('firms.csv.gz', bytes, 50);
  const { check } = await server.call(checkCompanyFile, { fileId }, editor);
  expect(check).toMatchObject({
    format: 'CSV',
    dialect: { delimiter: ';' },
    mapping: { name: 'generic', fields: { name: ['Firm'], website: ['Web'], employee_count: ['Staff'] } },
    problem: null,
  });
  expect(check.columns[2]).toEqual({ name: 'Staff', samples: ['12', '1', 'many'] });
  expect(check.rows).toMatchObject([
    { line: 2, values: { name: 'Acme', domain: 'acme.com', employee_count: '12' }, reason: null },
    { line: 3, reason: 'Not as many values as the header: 4 instead of 3.' },
    { line: 4, reason: 'Not a domain: "not a domain".' },
    { line: 5, ignored: ['employee_count'] },
    { line: 6, reason: 'The line is not valid UTF-8 text.' },
  ]);

  const mapping = { fields: { name: 'Firm', domain: 'Web' } };
  const corrected = await server.call(checkCompanyFile, { fileId, mapping }, editor);
  expect(corrected.check).toMatchObject({ mapping: { name: 'custom' }, unusedColumns: ['Staff'] });
  const wrong = await server.call(checkCompanyFile, { fileId, mapping: { fields: { name: 'Nothing' } } }, editor);
  expect(wrong.check.problem).toBe('The file has no column "Nothing".');

  const before = await steps.universe();
  const dry = await steps.importFile(fileId, true, mapping);
  expect(await steps.universe()).toEqual(before);
  expect(dry.companyImport.counts).toEqual({ read: 5, created: 2, updated: 0, unchanged: 0, rejected: 3 });
  expect(dry.rejects?.map(({ line }) => line)).toEqual([3, 4, 6]);
  const link = await server.call(downloadImportRejects, { importId: dry.id }, viewer);
  const file = await server.app.inject({ url: link.signedUrl.replace(/^.*?(?=\/api)/, '') });
  expect(file.body.trim().split('\n')).toHaveLength(3);

  const done = await steps.importFile(fileId, false, mapping);
  expect(done.companyImport.counts).toEqual(dry.companyImport.counts);
  expect({ report: done.report, rejects: done.rejects }).toEqual({ report: dry.report, rejects: dry.rejects });
  expect(done.mapping).toEqual(mapping);
  // The file goes once it is imported.
  expect((await server.refused(checkCompanyFile, { fileId }, editor)).status).toBe(404);

  expect((await steps.undo(done.id)).status).toBe('COMPLETE');
  const location = joinPath(folder, 'firms.csv.gz');
  await writeFile(location, bytes);
  const local = await steps.importRows('', { location, mapping });
  expect(local.report).toEqual(done.report);
  expect(local.companyImport.counts).toEqual(done.companyImport.counts);
});

it('takes no more of a file than was announced, one piece after the other, and keeps nothing of one that is deleted', async () => {
  const tooLarge = await server.refused(beginCompanyFile, { name: 'x', bytes: 6 * 1024 * 1024 }, editor);
  expect([tooLarge.status, tooLarge.body.message]).toEqual([413, expect.stringContaining('5 MB')]);
  expect((await server.refused(beginCompanyFile, { name: 'x', bytes: 3 }, viewer)).status).toBe(403);
  const { file } = await server.call(beginCompanyFile, { name: 'x.csv', bytes: 3 }, editor);
  const send = (piece: number, text: string) => ({ fileId: file.id, piece, bytes: Buffer.from(text) });
  expect((await server.refused(sendCompanyFilePiece, send(1, 'b'), editor)).status).toBe(409);
  await server.call(sendCompanyFilePiece, send(0, 'ab'), editor);
  const again = await server.call(sendCompanyFilePiece, send(0, 'ab'), editor);
  expect(again.file).toMatchObject({ nextPiece: 1, storedBytes: 2 });
  expect((await server.refused(sendCompanyFilePiece, send(1, 'cd'), editor)).status).toBe(422);
  expect((await server.refused(checkCompanyFile, { fileId: file.id }, editor)).status).toBe(409);
  await server.call(deleteCompanyFile, { fileId: file.id }, editor);
  expect(await server.platform.files.exists(`company-files/${file.id}/0`)).toBe(false);
  expect((await server.refused(sendCompanyFilePiece, send(1, 'c'), editor)).status).toBe(404);
});

const page = (id: string) => `https://www.linkedin.com/company/${id}`;

it('undoes imports, last first, so that the universe is as before each', async () => {
  await steps.importRows(`A,a.com,NO,\nB,b.com,,${page('bee')}\n`);
  const afterFirst = await steps.universe();
  const second = await steps.importRows(
    `A again,a.com,SE,${page('ay')}\nB elsewhere,bee.com,DE,${page('bee')}\nC,c.com,,\n`,
  );
  expect(second.companyImport.counts).toMatchObject({ created: 1, updated: 2 });
  const afterSecond = await steps.universe();
  const third = await steps.importRows('A once more,a.com,DK,\nD,d.com,,\n');

  expect(await steps.obstaclesOf(second.id)).toEqual(['A later import changed 1 of its companies.']);
  expect((await server.refused(undoCompanyImport, { importId: second.id }, editor)).status).toBe(409);
  expect(await server.call(checkImportUndo, { importId: third.id }, editor)).toEqual({
    created: 1,
    updated: 1,
    obstacles: [],
  });
  expect((await steps.undo(third.id)).error).toBeNull();
  expect(await steps.universe()).toEqual(afterSecond);
  // Asked for, it is shown as running, and is not offered again.
  const { jobId } = await server.call(undoCompanyImport, { importId: second.id }, editor);
  const [asked] = (await server.call(listCompanyImports, { offset: 1, limit: 1 }, viewer)).items;
  expect(asked?.undo.isPossible).toBe(false);
  expect((await steps.ended(jobId)).error).toBeNull();
  expect(await steps.universe()).toEqual(afterFirst);
  expect(server.platform.problems.list()).toEqual([]);
  const { companyImport: undone } = await server.call(getCompanyImport, { importId: second.id }, viewer);
  expect(undone.undo).toMatchObject({ isPossible: false, undoneAt: expect.any(String) });
  expect(await steps.obstaclesOf(second.id)).toEqual(['It was undone already.']);
  // What an undo restored is as good as imported: the same file does the same again.
  const repeated = await steps.importRows(
    `A again,a.com,SE,${page('ay')}\nB elsewhere,bee.com,DE,${page('bee')}\nC,c.com,,\n`,
  );
  expect(repeated.companyImport.counts).toEqual(second.companyImport.counts);
});

it('does not undo an import whose companies got other data since', async () => {
  const { id } = await steps.importRows('A,a.com,NO,\n');
  await server.platform.ledger.recordWrites([{ database: UNIVERSE, name: 'collections' }], (engine) =>
    engine.command(sql`INSERT INTO ${ident(UNIVERSE, 'collections')} (block, company_id, collected_at)
      SELECT 'jobs', company_id, now() FROM ${ident(UNIVERSE, 'companies')}`),
  );
  expect(await steps.obstaclesOf(id)).toEqual(['Other data was added to 1 of its companies (collections).']);
});

it('undoes or repeats an import that was killed or cancelled between its writes', async () => {
  const { db, ledger } = server.platform;
  await steps.importRows(`A,a.com,NO,\nB,b.com,,${page('bee')}\n`);
  const before = await steps.universe();
  const location = joinPath(folder, 'stopped.csv');
  await writeFile(location, `name,domain,country,funding\nA,a.com,SE,5\nC,c.com,NO,7\nC2,c.com,NO,\n`);
  const request = { location, isDryRun: false, rejectsPath: joinPath(folder, 'stopped.jsonl') };
  // After the originals, the journal, the names, and everything but the companies.
  for (const [at, isRepeated, isCancelled] of [
    [1, false, false],
    [2, false, true],
    [3, true, false],
    [4, false, false],
    [5, true, true],
    [6, true, false],
  ] as const) {
    const cancelling = new AbortController();
    const stopped = stoppedLedger(ledger, at, () => {
      if (isCancelled) cancelling.abort(new WorkStopped('CANCELLED'));
    });
    const [row] = await db.asSystem((tx) => tx.insert(companyImports).values({ request, isDryRun: false }).returning());
    if (row === undefined) throw new Error('No record');
    const control = { signal: new AbortController().signal, onProgress: () => undefined };
    const recorded = { id: row.id, run: row.run, request, from: { location, rejectsPath: request.rejectsPath } };
    const cancellable = { ...control, signal: cancelling.signal };
    const isStopped = await runImport({ ...server.platform, ledger: stopped }, recorded, cancellable).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Error) || !error.message.includes('stopped')) throw error;
        return true;
      },
    );
    expect(isStopped).toBe(true);
    const { companyImport } = await server.call(getCompanyImport, { importId: row.id }, viewer);
    expect(companyImport).toMatchObject({ status: isCancelled ? 'CANCELLED' : 'ERROR', undo: { isPossible: true } });
    const counted = () => server.call(checkImportUndo, { importId: row.id }, editor);
    // An import writes companies last, so only the fifth write updates one.
    expect(await counted(), `stopped after ${at} writes`).toEqual({
      created: 0,
      updated: at < 5 ? 0 : 1,
      obstacles: [],
    });
    if (isRepeated) {
      await runImport(server.platform, recorded, control);
      expect(await counted()).toEqual({ created: 1, updated: 1, obstacles: [] });
    }
    expect((await steps.undo(row.id)).error).toBeNull();
    expect(await steps.universe(), `stopped after ${at} writes`).toEqual(before);
  }
  expect(server.platform.problems.list()).toEqual([]);
}, 120_000);

it('completes an undo that was interrupted, before the next import', async () => {
  const { db, jobs } = server.platform;
  const before = await steps.universe();
  const first = await steps.importRows(`A,a.com,NO,${page('ay')}\n`);
  await db.asSystem((tx) => tx.update(companyImports).set({ undoBeganAt: new Date() }));
  const next = await steps.importRows(`A,a.com,NO,${page('ay')}\n`);
  expect(next.companyImport.counts).toMatchObject({ created: 1 });
  expect(
    (await server.call(getCompanyImport, { importId: first.id }, viewer)).companyImport.undo.undoneAt,
  ).not.toBeNull();
  expect((await steps.undo(next.id)).error).toBeNull();
  expect(await steps.universe()).toEqual(before);
  const gone = await db.asSystem((tx) => jobs.enqueue(tx, companyImport, null, { undoOf: next.id, by: 'x' }));
  expect((await steps.ended(gone)).status).toBe('COMPLETE');
});
