import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WarehouseError } from '@quarry/clickhouse';
import { AppError } from '@quarry/contracts';
import { type Database, eq, openDatabase, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { executions as executionsTable } from '@quarry/postgres/tables/executions';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ExecutionLimits } from './execution-limits.ts';
import { createExecutions, type ExecutionControl, type Executions } from './executions.ts';

let database: TestDatabase;
let db: Database;
let ours: string;
let theirs: string;
const opened: Executions[] = [];
const logLines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void logLines.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  const created = await db.asSystem((tx) =>
    tx
      .insert(clients)
      .values([{ name: 'ours' }, { name: 'theirs' }])
      .returning(),
  );
  ours = created[0]?.id ?? '';
  theirs = created[1]?.id ?? '';
});
afterEach(async () => {
  for (const executions of opened.splice(0)) await executions.stop();
  await db.asSystem((tx) => tx.delete(executionsTable));
  logLines.splice(0);
});
afterAll(() => database.drop());

/** The executions of one process. */
function open(limits: Partial<ExecutionLimits> = {}): Executions {
  const executions = createExecutions({ db, log, limits: { heartbeatMs: 50, ...limits } });
  opened.push(executions);
  return executions;
}
const request = (
  inputHash: string,
  overrides: { clientId?: string; timeoutMs?: number; maxConcurrent?: number } = {},
) => ({
  clientId: ours,
  kind: 'test',
  inputHash,
  requestedBy: 'me',
  timeoutMs: 60_000,
  resultTtlMs: 600_000,
  maxConcurrent: 10,
  ...overrides,
});

/** Runs until aborted; `reasons` collects the abort reasons. */
const endless =
  (reasons: string[] = []) =>
  ({ signal }: ExecutionControl) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reasons.push(String(signal.reason));
        reject(new WarehouseError('aborted'));
      });
    });

async function until(executions: Executions, token: string, ...statuses: string[]) {
  for (let round = 0; round < 500; round++) {
    const state = await executions.read(ours, 'test', token);
    if (statuses.includes(state.status)) return state;
    await sleep(20);
  }
  throw new Error(`Did not become ${statuses.join()}: ${JSON.stringify(await executions.read(ours, 'test', token))}`);
}
const row = async (token: string) => {
  const [found] = await db.asSystem((tx) => tx.select().from(executionsTable).where(eq(executionsTable.id, token)));
  return found;
};

describe('an execution', () => {
  test('runs in the background, reports progress and keeps its result', async () => {
    const executions = open();
    let finish: (value: unknown) => void = () => undefined;
    const token = await executions.start(request('a'), ({ progress }) => {
      progress(0.5);
      progress(0.25);
      return new Promise((resolve) => {
        finish = resolve;
      });
    });
    expect(await executions.read(ours, 'test', token)).toMatchObject({ status: 'RUNNING', output: null });
    for (let round = 0; round < 200 && (await row(token))?.progress == null; round++) await sleep(20);
    expect((await executions.read(ours, 'test', token)).progress).toBe(0.5);
    finish({ found: [1, 'ü', null] });
    const answer = { status: 'SUCCEEDED', progress: 1, output: { found: [1, 'ü', null] }, error: null };
    expect(await until(executions, token, 'SUCCEEDED')).toEqual(answer);
    // Any process on the database can read it, and a finished execution cannot be aborted.
    const elsewhere = open();
    expect(await elsewhere.abort(ours, 'test', token)).toBe('SUCCEEDED');
    expect(await elsewhere.read(ours, 'test', token)).toEqual(answer);
  });

  test('is reused for an equal request of the same account and kind while the result is fresh', async () => {
    const executions = open();
    let runs = 0;
    const run = async () => ++runs;
    const token = await executions.start(request('same'), run);
    await until(executions, token, 'SUCCEEDED');
    expect(await open().start(request('same'), run)).toBe(token);
    const different = [
      request('other'),
      { ...request('same'), kind: 'another' },
      request('same', { clientId: theirs }),
      { ...request('same'), resultTtlMs: 0 },
    ];
    for (const other of different) expect(await executions.start(other, run)).not.toBe(token);
    await executions.stop();
    expect(runs).toBe(5);
  });

  test('fails with a message for users, and logs the details', async () => {
    const executions = open();
    const failing = (error: unknown) => () => Promise.reject(error);
    const visible = await executions.start(request('a'), failing(new AppError('INVALID_FILTER', 'Not like this')));
    const hidden = await executions.start(request('b'), failing(new Error('secret detail')));
    const costly = await executions.start(request('c'), failing(new WarehouseError('memory')));
    const unstorable = await executions.start(request('d'), async () => ({ text: 'a\u0000b' }));
    expect(await until(executions, visible, 'FAILED')).toMatchObject({ error: 'Not like this', output: null });
    expect((await until(executions, hidden, 'FAILED')).error).toBe('Sorry, an error occurred.');
    expect((await until(executions, costly, 'FAILED')).error).toMatch(/narrow/);
    expect((await until(executions, unstorable, 'FAILED')).error).toBe('Sorry, an error occurred.');
    expect(logLines.join('')).toContain('secret detail');
    expect(logLines.join('')).not.toContain('Not like this');
    // A failed execution is not reused.
    expect(await executions.start(request('a'), async () => 1)).not.toBe(visible);
  });

  test('is aborted by its own process at once, and by any other', async () => {
    const reasons: string[] = [];
    const here = open();
    const there = open();
    const first = await here.start(request('a'), endless(reasons));
    expect(await here.abort(ours, 'test', first)).toBe('ABORTED');
    expect(reasons).toHaveLength(1);
    expect((await row(first))?.status).toBe('ABORTED');
    const second = await here.start(request('a'), endless(reasons));
    expect(second).not.toBe(first);
    expect(await there.abort(ours, 'test', second)).toBe('ABORTED');
    expect((await there.read(ours, 'test', second)).status).toBe('ABORTED');
    for (let round = 0; round < 200 && reasons.length < 2; round++) await sleep(20);
    expect(reasons).toHaveLength(2);
    expect(await there.abort(ours, 'test', second)).toBe('ABORTED');
  });

  test('stays aborted when it finishes before its process notices the abort', async () => {
    const here = open({ heartbeatMs: 60_000 });
    let finish: (value: unknown) => void = () => undefined;
    const run = () => new Promise((resolve) => (finish = resolve));
    const token = await here.start(request('a'), run);
    await open().abort(ours, 'test', token);
    finish('too late');
    await here.stop();
    expect(await row(token)).toMatchObject({ status: 'ABORTED', output: null });
  });

  test('is not shared while it runs: two people with equal requests each have their own', async () => {
    const executions = open();
    const mine = await executions.start(request('same'), endless());
    const yours = await executions.start(request('same'), endless());
    expect(await executions.abort(ours, 'test', mine)).toBe('ABORTED');
    expect((await executions.read(ours, 'test', yours)).status).toBe('RUNNING');
  });

  test('is unknown to other accounts, under other kinds and by wrong tokens', async () => {
    const executions = open();
    const token = await executions.start(request('a'), endless());
    for (const [clientId, kind, someToken] of [
      [theirs, 'test', token],
      [ours, 'another', token],
      [ours, 'test', 'nothing'],
    ] as const) {
      const unknown = { errorCode: 'NOT_FOUND' };
      await expect(executions.read(clientId, kind, someToken)).rejects.toMatchObject(unknown);
      await expect(executions.abort(clientId, kind, someToken)).rejects.toMatchObject(unknown);
    }
    expect((await executions.read(ours, 'test', token)).status).toBe('RUNNING');
  });
});

describe('an execution ends', () => {
  test('on timeout, even if the run ignores its signal', async () => {
    const executions = open();
    const unresponsive = () => new Promise<never>(() => undefined);
    const token = await executions.start(request('a', { timeoutMs: 100 }), unresponsive);
    expect((await until(executions, token, 'TIMED_OUT')).error).toBe('This took longer than 1 s');
  });

  test('when it is no longer polled, and not while it is', async () => {
    const executions = open({ pollTimeoutMs: 400, pollWriteMs: 50 });
    const reasons: string[] = [];
    const polled = await executions.start(request('a'), endless());
    const forgotten = await executions.start(request('b'), endless(reasons));
    for (let round = 0; round < 200 && reasons.length === 0; round++) {
      expect((await executions.read(ours, 'test', polled)).status).toBe('RUNNING');
      await sleep(20);
    }
    expect((await until(executions, forgotten, 'ABORTED')).error).toBeNull();
    expect((await executions.read(ours, 'test', polled)).status).toBe('RUNNING');
  });

  test('when its process stops, with a message to try again', async () => {
    const executions = open();
    const reasons: string[] = [];
    const token = await executions.start(request('a'), endless(reasons));
    await executions.stop();
    expect(reasons).toHaveLength(1);
    await expect(executions.start(request('b'), endless())).rejects.toMatchObject({ errorCode: 'UNAVAILABLE' });
    expect(await open().read(ours, 'test', token)).toMatchObject({
      status: 'FAILED',
      error: 'Quarry was restarted, please try again',
    });
  });

  test('when its process was killed', async () => {
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./testing/holding-process.ts', import.meta.url)), database.connectionString, ours],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const [token] = await once(child.stdout, 'data').then((data) => data.map(String));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const executions = open({ deadAfterMs: 1_000 });
    expect((await row(token ?? ''))?.status).toBe('RUNNING');
    const state = await until(executions, token ?? '', 'FAILED');
    expect(state.error).toBe('Quarry was restarted, please try again');
    expect((await row(token ?? ''))?.status).toBe('FAILED');
  });

  test('when its row is settled by someone else', async () => {
    const executions = open();
    const reasons: string[] = [];
    const token = await executions.start(request('a'), endless(reasons));
    await db.asSystem((tx) => tx.update(executionsTable).set({ status: 'FAILED', error: 'by somebody' }));
    for (let round = 0; round < 200 && executions.running() > 0; round++) await sleep(20);
    expect(reasons).toHaveLength(1);
    expect(await executions.read(ours, 'test', token)).toMatchObject({ status: 'FAILED', error: 'by somebody' });
  });
});

describe('executions', () => {
  test('are limited per account, not counting dead ones', async () => {
    const executions = open();
    const limited = (hash: string, clientId = ours) => request(hash, { maxConcurrent: 2, clientId });
    const first = await executions.start(limited('a'), endless());
    await executions.start(limited('b'), endless());
    const refusal = executions.start(limited('c'), endless());
    await expect(refusal).rejects.toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
    await executions.start(limited('a', theirs), endless());
    await executions.abort(ours, 'test', first);
    await executions.start(limited('c'), endless());
    await executions.stop();
    const abandoned = { clientId: ours, kind: 'test', inputHash: 'x', heartbeatAt: sql`now() - interval '1 minute'` };
    await db.asClient(ours, (tx) => tx.insert(executionsTable).values([abandoned, abandoned]));
    await open().start(limited('d'), async () => 1);
  });

  test('started at the same time by two processes are counted together', async () => {
    const processes = [open(), open()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, async (_each, at) =>
        processes[at % 2]?.start(request(`${at}`, { maxConcurrent: 5 }), endless()),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('hold no connection while they wait for another process to count', async () => {
    const small = await openDatabase({ connectionString: database.connectionString, log, maxConnections: 1 });
    const executions = createExecutions({ db: small, log });
    const locked = Promise.withResolvers<void>();
    const unlocked = Promise.withResolvers<void>();
    const counting = db.asSystem(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`executions ${ours}`}, 0))`);
      locked.resolve();
      await unlocked.promise;
    });
    await locked.promise;
    const started = Promise.all(['a', 'b', 'c'].map((hash) => executions.start(request(hash), async () => hash)));
    for (let round = 0; round < 20; round++) await small.asClient(theirs, (tx) => tx.$count(clients));
    unlocked.resolve();
    await counting;
    expect(await started).toHaveLength(3);
    await executions.stop();
    await small.close();
  });

  test('started and aborted fifty times in a row leave nothing running', async () => {
    const executions = open();
    const reasons: string[] = [];
    for (let at = 0; at < 50; at++) {
      const token = await executions.start(request('same'), endless(reasons));
      expect(await executions.abort(ours, 'test', token)).toBe('ABORTED');
    }
    expect(reasons).toHaveLength(50);
    expect(executions.running()).toBe(0);
    const rows = await db.asSystem((tx) => tx.select({ status: executionsTable.status }).from(executionsTable));
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 'ABORTED'));
  });

  test('are deleted when they are old, in every account', async () => {
    const old = (clientId: string, status: 'SUCCEEDED' | 'RUNNING') => ({
      clientId,
      kind: 'test',
      inputHash: 'old',
      status,
      createdAt: sql`now() - interval '61 minutes'`,
      heartbeatAt: sql`now() - interval '60 minutes'`,
    });
    await db.asSystem((tx) =>
      tx.insert(executionsTable).values([old(ours, 'SUCCEEDED'), old(theirs, 'SUCCEEDED'), old(theirs, 'RUNNING')]),
    );
    const token = await open().start({ ...request('old'), resultTtlMs: 7_200_000 }, async () => 1);
    const rows = await db.asSystem((tx) => tx.select({ id: executionsTable.id }).from(executionsTable));
    expect(rows).toEqual([{ id: token }]);
  });
});
