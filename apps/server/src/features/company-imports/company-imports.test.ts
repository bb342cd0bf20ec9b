import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ident, join, renderInline, sql, text } from '@quarry/clickhouse';
import {
  beginCompanyFile,
  type CompanyMapping,
  checkCompanyFile,
  checkImportUndo,
  countMarket,
  deleteCompanyFile,
  downloadImportRejects,
  getCompanyImport,
  listCompanyImports,
  listSystemJobs,
  sendCompanyFilePiece,
  startCompanyImport,
  undoCompanyImport,
} from '@quarry/contracts';
import { companyImports } from '@quarry/postgres/tables/company-imports';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { UNIVERSE_TABLES } from '#server/features/universe/schema.ts';
import { readTable, UNIVERSE, type UniverseTable } from '#server/features/universe/universe-table.ts';
import { createTestClient, signedInPerson } from '#server/testing/test-people.ts';
import { type Caller, startTestServer, type TestServer } from '#server/testing/test-server.ts';
import { enqueueImport } from './enqueue-import.ts';
import { companyImport } from './import-job.ts';
import type { ImportRequest } from './import-request.ts';
import { runImport } from './run-import.ts';

let server: TestServer;
let folder: string;
let editor: Caller;
let viewer: Caller;
beforeAll(async () => {
  server = await startTestServer({ QUARRY_MAX_UPLOAD_MB: '5' });
  folder = await mkdtemp(joinPath(tmpdir(), 'quarry-import-job-'));
  const staff = async (staffPermissions: readonly ('VIEW_ANY_ACCOUNT' | 'EDIT_ACCOUNTS')[]) => ({
    token: (await signedInPerson(server.platform, { staffPermissions })).token,
  });
  editor = await staff(['VIEW_ANY_ACCOUNT', 'EDIT_ACCOUNTS']);
  viewer = await staff(['VIEW_ANY_ACCOUNT']);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  const { ledger } = server.platform;
  await ledger.recordWrites(
    UNIVERSE_TABLES,
    async (engine) => {
      for (const { name } of UNIVERSE_TABLES) await engine.command(sql`TRUNCATE TABLE ${ident(UNIVERSE, name)}`);
    },
    { mayRemoveRows: true },
  );
  await server.platform.db.asSystem((tx) => tx.delete(companyImports));
});

/** Waits for a job's end. */
async function ended(id: string) {
  for (;;) {
    const job = await server.platform.jobs.get(id);
    if (job?.finishedAt != null) return job;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

async function importRows(rows: string, options: Partial<ImportRequest> = {}) {
  const location = joinPath(folder, 'rows.csv');
  await writeFile(location, `name,domain,country,linkedin\n${rows}`);
  const request = { location, isDryRun: false, rejectsPath: joinPath(folder, 'rejects.jsonl'), ...options };
  const id = await server.platform.db.asSystem((tx) => enqueueImport(tx, request, { requestedBy: 'command line' }));
  const { status } = await ended(id);
  return { id, status, ...(await server.call(getCompanyImport, { importId: id }, viewer)) };
}

async function upload(name: string, content: string | Uint8Array, pieceBytes = 1_000_000): Promise<string> {
  const all = Buffer.from(content);
  const { file } = await server.call(beginCompanyFile, { name, bytes: all.byteLength }, editor);
  for (let piece = 0; piece * pieceBytes < all.byteLength; piece += 1) {
    const bytes = all.subarray(piece * pieceBytes, (piece + 1) * pieceBytes);
    await server.call(sendCompanyFilePiece, { fileId: file.id, piece, bytes }, editor);
  }
  return file.id;
}

async function importFile(fileId: string, isDryRun: boolean, mapping?: CompanyMapping) {
  const { importId } = await server.call(startCompanyImport, { fileId, isDryRun, mapping }, editor);
  await ended(importId);
  return { id: importId, ...(await server.call(getCompanyImport, { importId }, viewer)) };
}

/** Every row that imports write, as readers see it. */
async function universe(): Promise<readonly string[]> {
  const print = (name: UniverseTable) => sql`
    SELECT ${text(name)} || ' ' || toString(groupBitXor(cityHash64(toString(tuple(* EXCEPT (version)))))) || ' ' || toString(count()) AS print
    FROM ${readTable(name)}`;
  const tables = ['companies', 'identities', 'funding', 'technographics'] as const;
  const statement = sql`SELECT print FROM (${join(tables.map(print), ' UNION ALL ')}) ORDER BY print`;
  const rows = await server.platform.warehouse.rows(statement, z.object({ print: z.string() }));
  return rows.map((row) => row.print);
}

const undo = async (importId: string) => {
  const { jobId } = await server.call(undoCompanyImport, { importId }, editor);
  return ended(jobId);
};
const obstaclesOf = async (importId: string) => (await server.call(checkImportUndo, { importId }, editor)).obstacles;

it('imports into a universe that is in use, and shows it at once', async () => {
  const clientId = await createTestClient(server.platform, 'north');
  const { token } = await signedInPerson(server.platform, { memberOf: { [clientId]: ['USER'] } });
  const norwegian = { id: 'place', field: 'firmographics/country', operator: 'isOneOf', value: ['NO'] };
  const marketCriteria = { id: 'root', combinator: 'and' as const, rules: [norwegian] };
  const count = async () =>
    (await server.call(countMarket, { marketCriteria }, { token, client: 'north' })).totalCompanies;
  expect(await count()).toBe(0);

  const dry = await importRows('A,a.com,NO,\n', { isDryRun: true });
  expect(dry).toMatchObject({ status: 'COMPLETE', companyImport: { counts: { created: 1 }, isDryRun: true } });
  expect(await count()).toBe(0);

  const done = await importRows('A,a.com,NO,\nB,b.com,NO,\n,c.com,NO,\n');
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
  const fileId = await upload('firms.csv.gz', bytes, 50);
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

  const before = await universe();
  const dry = await importFile(fileId, true, mapping);
  expect(await universe()).toEqual(before);
  expect(dry.companyImport.counts).toEqual({ read: 5, created: 2, updated: 0, unchanged: 0, rejected: 3 });
  expect(dry.rejects?.map(({ line }) => line)).toEqual([3, 4, 6]);
  const link = await server.call(downloadImportRejects, { importId: dry.id }, viewer);
  const file = await server.app.inject({ url: link.signedUrl.replace(/^.*?(?=\/api)/, '') });
  expect(file.body.trim().split('\n')).toHaveLength(3);

  const done = await importFile(fileId, false, mapping);
  expect(done.companyImport.counts).toEqual(dry.companyImport.counts);
  expect({ report: done.report, rejects: done.rejects }).toEqual({ report: dry.report, rejects: dry.rejects });
  expect(done.mapping).toEqual(mapping);
  // The file goes once it is imported.
  expect((await server.refused(checkCompanyFile, { fileId }, editor)).status).toBe(404);

  expect((await undo(done.id)).status).toBe('COMPLETE');
  const location = joinPath(folder, 'firms.csv.gz');
  await writeFile(location, bytes);
  const local = await importRows('', { location, mapping });
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
  await importRows(`A,a.com,NO,\nB,b.com,,${page('bee')}\n`);
  const afterFirst = await universe();
  const second = await importRows(`A again,a.com,SE,${page('ay')}\nB elsewhere,bee.com,DE,${page('bee')}\nC,c.com,,\n`);
  expect(second.companyImport.counts).toMatchObject({ created: 1, updated: 2 });
  const afterSecond = await universe();
  const third = await importRows('A once more,a.com,DK,\nD,d.com,,\n');

  expect(await obstaclesOf(second.id)).toEqual(['A later import changed 1 of its companies.']);
  expect((await server.refused(undoCompanyImport, { importId: second.id }, editor)).status).toBe(409);
  expect(await server.call(checkImportUndo, { importId: third.id }, editor)).toEqual({
    created: 1,
    updated: 1,
    obstacles: [],
  });
  expect((await undo(third.id)).error).toBeNull();
  expect(await universe()).toEqual(afterSecond);
  expect((await undo(second.id)).error).toBeNull();
  expect(await universe()).toEqual(afterFirst);
  expect(server.platform.problems.list()).toEqual([]);
  const { companyImport: undone } = await server.call(getCompanyImport, { importId: second.id }, viewer);
  expect(undone.undo).toMatchObject({ isPossible: false, undoneAt: expect.any(String) });
  expect(await obstaclesOf(second.id)).toEqual(['It was undone already.']);
  // What an undo restored is as good as imported: the same file does the same again.
  const repeated = await importRows(
    `A again,a.com,SE,${page('ay')}\nB elsewhere,bee.com,DE,${page('bee')}\nC,c.com,,\n`,
  );
  expect(repeated.companyImport.counts).toEqual(second.companyImport.counts);
});

it('does not undo an import whose companies got other data since', async () => {
  const { id } = await importRows('A,a.com,NO,\n');
  await server.platform.ledger.recordWrites([{ database: UNIVERSE, name: 'collections' }], (engine) =>
    engine.command(sql`INSERT INTO ${ident(UNIVERSE, 'collections')} (block, company_id, collected_at)
      SELECT 'jobs', company_id, now() FROM ${ident(UNIVERSE, 'companies')}`),
  );
  expect(await obstaclesOf(id)).toEqual(['Other data was added to 1 of its companies (collections).']);
});

it('undoes or repeats an import that was stopped between its writes', async () => {
  const { db, ledger } = server.platform;
  await importRows(`A,a.com,NO,\nB,b.com,,${page('bee')}\n`);
  const before = await universe();
  const location = joinPath(folder, 'stopped.csv');
  await writeFile(location, `name,domain,country,funding\nA,a.com,SE,5\nC,c.com,NO,7\nC2,c.com,NO,\n`);
  const request = { location, isDryRun: false, rejectsPath: joinPath(folder, 'stopped.jsonl') };
  // After the originals, the journal, the names, and everything but the companies.
  for (const [at, isRepeated] of [
    [1, false],
    [3, true],
    [4, false],
    [6, true],
  ] as const) {
    let writes = 0;
    const stopped = {
      ...ledger,
      recordWrites: ((tables, work, options) =>
        ledger.recordWrites(
          tables,
          (engine) =>
            work({
              ...engine,
              async command(statement, more) {
                writes += renderInline(statement).trimStart().startsWith('INSERT INTO `universe`.') ? 1 : 0;
                if (writes > at) throw new Error('stopped');
                await engine.command(statement, more);
              },
            }),
          options,
        )) satisfies typeof ledger.recordWrites,
    };
    const [row] = await db.asSystem((tx) => tx.insert(companyImports).values({ request, isDryRun: false }).returning());
    if (row === undefined) throw new Error('No record');
    const control = { signal: new AbortController().signal, onProgress: () => undefined };
    const recorded = { id: row.id, run: row.run, request, from: { location, rejectsPath: request.rejectsPath } };
    const isStopped = await runImport({ ...server.platform, ledger: stopped }, recorded, control).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Error) || error.message !== 'stopped') throw error;
        return true;
      },
    );
    expect(isStopped).toBe(true);
    if (isRepeated) await runImport(server.platform, recorded, control);
    expect((await undo(row.id)).error).toBeNull();
    expect(await universe(), `stopped after ${at} writes`).toEqual(before);
  }
  expect(server.platform.problems.list()).toEqual([]);
}, 120_000);

it('completes an undo that was interrupted, before the next import', async () => {
  const { db, jobs } = server.platform;
  const before = await universe();
  const first = await importRows(`A,a.com,NO,${page('ay')}\n`);
  await db.asSystem((tx) => tx.update(companyImports).set({ undoBeganAt: new Date() }));
  const next = await importRows(`A,a.com,NO,${page('ay')}\n`);
  expect(next.companyImport.counts).toMatchObject({ created: 1 });
  expect(
    (await server.call(getCompanyImport, { importId: first.id }, viewer)).companyImport.undo.undoneAt,
  ).not.toBeNull();
  expect((await undo(next.id)).error).toBeNull();
  expect(await universe()).toEqual(before);
  const gone = await db.asSystem((tx) => jobs.enqueue(tx, companyImport, null, { undoOf: next.id, by: 'x' }));
  expect((await ended(gone)).status).toBe('COMPLETE');
});
