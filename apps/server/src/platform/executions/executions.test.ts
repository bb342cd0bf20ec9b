import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { WarehouseError } from '@quarry/clickhouse';
import { AppError } from '@quarry/contracts';
import { type Database, eq, sql } from '@quarry/postgres';
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
const written: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void written.push(line) });

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  const made = await db.asSystem((tx) =>
    tx
      .insert(clients)
      .values([{ name: 'ours' }, { name: 'theirs' }])
      .returning(),
  );
  ours = made[0]?.id ?? '';
  theirs = made[1]?.id ?? '';
});
afterEach(async () => {
  for (const executions of opened.splice(0)) await executions.stop();
  await db.asSystem((tx) => tx.delete(executionsTable));
  written.splice(0);
});
afterAll(() => database.drop());

/** What one process has. */
function open(limits: Partial<ExecutionLimits> = {}): Executions {
  const executions = createExecutions({ db, log, limits: { heartbeatMs: 50, ...limits } });
  opened.push(executions);
  return executions;
}
const about = (inputHash: string, more: { clientId?: string; timeoutMs?: number; mostRunning?: number } = {}) => ({
  clientId: ours,
  kind: 'test',
  inputHash,
  requestedBy: 'me',
  timeoutMs: 60_000,
  reuseForMs: 600_000,
  mostRunning: 10,
  ...more,
});

/** Runs until its signal ends it; `seen` gets the reasons. */
const endless =
  (seen: string[] = []) =>
  ({ signal }: ExecutionControl) =>
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        seen.push(String(signal.reason));
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
  test('runs in the background, shows how far it is, and keeps its answer', async () => {
    const executions = open();
    let finish: (value: unknown) => void = () => undefined;
    const token = await executions.start(about('a'), ({ progress }) => {
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
    // Any process on the database can answer, and an answered question is not aborted any more.
    const elsewhere = open();
    expect(await elsewhere.abort(ours, 'test', token)).toBe('SUCCEEDED');
    expect(await elsewhere.read(ours, 'test', token)).toEqual(answer);
  });

  test('is asked once for the same question, account and kind, while the answer is fresh', async () => {
    const executions = open();
    let runs = 0;
    const run = async () => ++runs;
    const token = await executions.start(about('same'), run);
    await until(executions, token, 'SUCCEEDED');
    expect(await open().start(about('same'), run)).toBe(token);
    const others = [
      about('other'),
      { ...about('same'), kind: 'another' },
      about('same', { clientId: theirs }),
      { ...about('same'), reuseForMs: 0 },
    ];
    for (const question of others) expect(await executions.start(question, run)).not.toBe(token);
    await executions.stop();
    expect(runs).toBe(5);
  });

  test('fails with what people may read, and the log has the rest', async () => {
    const executions = open();
    const failing = (error: unknown) => () => Promise.reject(error);
    const told = await executions.start(about('a'), failing(new AppError('INVALID_FILTER', 'Not like this')));
    const hidden = await executions.start(about('b'), failing(new Error('secret detail')));
    const costly = await executions.start(about('c'), failing(new WarehouseError('memory')));
    const unstorable = await executions.start(about('d'), async () => ({ text: 'a\u0000b' }));
    expect(await until(executions, told, 'FAILED')).toMatchObject({ error: 'Not like this', output: null });
    expect((await until(executions, hidden, 'FAILED')).error).toBe('Sorry, an error occurred.');
    expect((await until(executions, costly, 'FAILED')).error).toMatch(/narrow/);
    expect((await until(executions, unstorable, 'FAILED')).error).toBe('Sorry, an error occurred.');
    expect(written.join('')).toContain('secret detail');
    expect(written.join('')).not.toContain('Not like this');
    // What failed is asked anew.
    expect(await executions.start(about('a'), async () => 1)).not.toBe(told);
  });

  test('is aborted at once in its own process, and by any other', async () => {
    const seen: string[] = [];
    const here = open();
    const there = open();
    const first = await here.start(about('a'), endless(seen));
    expect(await here.abort(ours, 'test', first)).toBe('ABORTED');
    expect(seen).toHaveLength(1);
    expect((await row(first))?.status).toBe('ABORTED');
    const second = await here.start(about('a'), endless(seen));
    expect(second).not.toBe(first);
    expect(await there.abort(ours, 'test', second)).toBe('ABORTED');
    expect((await there.read(ours, 'test', second)).status).toBe('ABORTED');
    for (let round = 0; round < 200 && seen.length < 2; round++) await sleep(20);
    expect(seen).toHaveLength(2);
    expect(await there.abort(ours, 'test', second)).toBe('ABORTED');
  });

  test('that was aborted elsewhere is not answered, even when it finishes before its process has noticed', async () => {
    const here = open({ heartbeatMs: 60_000 });
    let finish: (value: unknown) => void = () => undefined;
    const run = () => new Promise((resolve) => (finish = resolve));
    const token = await here.start(about('a'), run);
    await open().abort(ours, 'test', token);
    finish('too late');
    await here.stop();
    expect(await row(token)).toMatchObject({ status: 'ABORTED', output: null });
  });

  test('is nobody else’s: two people with the same running question each have their own', async () => {
    const executions = open();
    const mine = await executions.start(about('same'), endless());
    const yours = await executions.start(about('same'), endless());
    expect(await executions.abort(ours, 'test', mine)).toBe('ABORTED');
    expect((await executions.read(ours, 'test', yours)).status).toBe('RUNNING');
  });

  test('is unknown to other accounts, under other kinds and by wrong tokens', async () => {
    const executions = open();
    const token = await executions.start(about('a'), endless());
    for (const [clientId, kind, asked] of [
      [theirs, 'test', token],
      [ours, 'another', token],
      [ours, 'test', 'nothing'],
    ] as const) {
      const unknown = { errorCode: 'NOT_FOUND' };
      await expect(executions.read(clientId, kind, asked)).rejects.toMatchObject(unknown);
      await expect(executions.abort(clientId, kind, asked)).rejects.toMatchObject(unknown);
    }
    expect((await executions.read(ours, 'test', token)).status).toBe('RUNNING');
  });
});

describe('an execution ends', () => {
  test('when its time is over, even if the run does not notice', async () => {
    const executions = open();
    const deaf = () => new Promise<never>(() => undefined);
    const token = await executions.start(about('a', { timeoutMs: 100 }), deaf);
    expect((await until(executions, token, 'TIMED_OUT')).error).toBe('This took longer than 1 s');
  });

  test('when nobody asks about it, and not while somebody does', async () => {
    const executions = open({ unpolledMs: 400, notePollMs: 50 });
    const seen: string[] = [];
    const watched = await executions.start(about('a'), endless());
    const forgotten = await executions.start(about('b'), endless(seen));
    for (let round = 0; round < 200 && seen.length === 0; round++) {
      expect((await executions.read(ours, 'test', watched)).status).toBe('RUNNING');
      await sleep(20);
    }
    expect((await until(executions, forgotten, 'ABORTED')).error).toBeNull();
    expect((await executions.read(ours, 'test', watched)).status).toBe('RUNNING');
  });

  test('when its process stops, and with a word to try again', async () => {
    const executions = open();
    const seen: string[] = [];
    const token = await executions.start(about('a'), endless(seen));
    await executions.stop();
    expect(seen).toHaveLength(1);
    await expect(executions.start(about('b'), endless())).rejects.toMatchObject({ errorCode: 'UNAVAILABLE' });
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

  test('when its row is gone or over, whoever wrote that', async () => {
    const executions = open();
    const seen: string[] = [];
    const token = await executions.start(about('a'), endless(seen));
    await db.asSystem((tx) => tx.update(executionsTable).set({ status: 'FAILED', error: 'by somebody' }));
    for (let round = 0; round < 200 && executions.running() > 0; round++) await sleep(20);
    expect(seen).toHaveLength(1);
    expect(await executions.read(ours, 'test', token)).toMatchObject({ status: 'FAILED', error: 'by somebody' });
  });
});

describe('executions', () => {
  test('of one account run in a limited number; the dead do not count, and other accounts are not held up', async () => {
    const executions = open();
    const few = (hash: string, clientId = ours) => about(hash, { mostRunning: 2, clientId });
    const first = await executions.start(few('a'), endless());
    await executions.start(few('b'), endless());
    const refusal = executions.start(few('c'), endless());
    await expect(refusal).rejects.toMatchObject({ errorCode: 'TOO_MANY_REQUESTS' });
    await executions.start(few('a', theirs), endless());
    await executions.abort(ours, 'test', first);
    await executions.start(few('c'), endless());
    await executions.stop();
    const abandoned = { clientId: ours, kind: 'test', inputHash: 'x', heartbeatAt: sql`now() - interval '1 minute'` };
    await db.asClient(ours, (tx) => tx.insert(executionsTable).values([abandoned, abandoned]));
    await open().start(few('d'), async () => 1);
  });

  test('started at the same time by two processes are counted together', async () => {
    const processes = [open(), open()];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, async (_each, at) =>
        processes[at % 2]?.start(about(`${at}`, { mostRunning: 5 }), endless()),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('started and aborted fifty times in a row leave nothing running', async () => {
    const executions = open();
    const seen: string[] = [];
    for (let at = 0; at < 50; at++) {
      const token = await executions.start(about('same'), endless(seen));
      expect(await executions.abort(ours, 'test', token)).toBe('ABORTED');
    }
    expect(seen).toHaveLength(50);
    expect(executions.running()).toBe(0);
    const rows = await db.asSystem((tx) => tx.select({ status: executionsTable.status }).from(executionsTable));
    expect(rows.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 'ABORTED'));
  });

  test('are forgotten when they are old, those of every account', async () => {
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
    const token = await open().start({ ...about('old'), reuseForMs: 7_200_000 }, async () => 1);
    const rows = await db.asSystem((tx) => tx.select({ id: executionsTable.id }).from(executionsTable));
    expect(rows).toEqual([{ id: token }]);
  });
});
