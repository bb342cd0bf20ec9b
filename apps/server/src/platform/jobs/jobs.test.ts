import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { AppError } from '@quarry/contracts';
import { type Database, eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { jobs as jobsTable } from '@quarry/postgres/tables/jobs';
import { createTestDatabase, type TestDatabase } from '@quarry/testing';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyJobDefinition, createJobs, defineJob, type JobContext, type Jobs } from './jobs.ts';
import { pruneJobs } from './prune-jobs.ts';
import { counting } from './testing/counting-worker.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let db: Database;
let clientA: string;
let clientB: string;
const started: Jobs[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  await db.pool.query('create table steps (step int primary key, attempt int)');
  const created = await db.asSystem((tx) =>
    tx
      .insert(clients)
      .values([{ name: 'a' }, { name: 'b' }])
      .returning(),
  );
  clientA = created[0]?.id ?? '';
  clientB = created[1]?.id ?? '';
});
afterEach(async () => {
  for (const jobs of started.splice(0)) await jobs.stop(2_000);
  await db.asSystem((tx) => tx.delete(jobsTable));
});
afterAll(() => database.drop());

async function start<Deps extends object>(
  definitions: readonly AnyJobDefinition<Deps>[],
  deps: Deps,
  options: { isOnlyWorker?: boolean; role?: 'api' | 'all'; assertRoom?: () => Promise<void> } = {},
): Promise<Jobs> {
  const jobs = createJobs({
    db,
    definitions,
    deps,
    log,
    role: options.role ?? 'all',
    isOnlyWorker: options.isOnlyWorker,
    assertRoom: options.assertRoom,
  });
  await jobs.start();
  started.push(jobs);
  return jobs;
}

async function untilStatus(jobs: Jobs, jobId: string, ...statuses: string[]) {
  for (let round = 0; round < 1_000; round++) {
    const row = await jobs.get(jobId);
    if (row !== null && statuses.includes(row.status)) return row;
    await sleep(20);
  }
  throw new Error(`The job did not become ${statuses.join(' or ')}: ${JSON.stringify(await jobs.get(jobId))}`);
}

interface Probe {
  readonly started: string[];
  readonly gates: Map<string, () => void>;
}
const probe = (): Probe => ({ started: [], gates: new Map() });

/** Records its name, then waits for its gate to open or its signal to abort. */
const gated = defineJob({
  type: 'test.gated',
  input: z.object({ name: z.string() }),
  concurrency: 'per-client',
  timeoutMs: 30_000,
  async run(ctx: JobContext<Probe>, { name }) {
    ctx.started.push(name);
    ctx.progress(0.5, `half of ${name}`, { read: 5 });
    await new Promise<void>((resolve, reject) => {
      ctx.gates.set(name, resolve);
      ctx.signal.addEventListener('abort', () => reject(ctx.signal.reason), { once: true });
    });
  },
});
async function open(deps: Probe, name: string): Promise<void> {
  for (let round = 0; round < 500 && !deps.gates.has(name); round++) await sleep(10);
  deps.gates.get(name)?.();
}

describe('a job', () => {
  test('runs, reports progress and completes', async () => {
    const deps = probe();
    const jobs = await start([gated], deps);
    const id = await db.asClient(clientA, (tx) =>
      jobs.enqueue(tx, gated, clientA, { name: 'one' }, { requestedBy: 'me' }),
    );
    await untilStatus(jobs, id, 'PROCESSING');
    await sleep(700);
    expect(await jobs.get(id, clientA)).toMatchObject({
      progress: 0.5,
      message: 'half of one',
      counts: { read: 5 },
      requestedBy: 'me',
    });
    expect(await jobs.get(id, clientB)).toBeNull();
    expect((await jobs.list(clientA)).map((row) => row.id)).toEqual([id]);
    expect(await jobs.list(clientB)).toEqual([]);
    await open(deps, 'one');
    const row = await untilStatus(jobs, id, 'COMPLETE');
    expect(row).toMatchObject({ progress: 1, attempt: 1, error: null, workerId: null });
    expect(row.finishedAt).toBeInstanceOf(Date);
  });

  test('waits for disk space without using up its attempts', async () => {
    const full = Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' });
    let state: 'no room' | 'fills up' | 'room' = 'no room';
    const writing = defineJob({
      type: 'test.writing',
      input: z.object({}),
      concurrency: 'global',
      maxAttempts: 1,
      timeoutMs: 30_000,
      needsDiskSpace: true,
      async run(_ctx: JobContext<object>) {
        if (state === 'fills up') throw full;
      },
    });
    const assertRoom = async () => {
      if (state === 'no room') throw full;
    };
    const jobs = await start([writing], {}, { assertRoom });
    const id = await db.asSystem((tx) => jobs.enqueue(tx, writing, null, {}));
    const hasWaited = async () => (await jobs.get(id))?.error;
    for (const cause of ['no room', 'fills up'] as const) {
      state = cause;
      const again = { runAfter: sql`now()`, error: null };
      await db.asSystem((tx) => tx.update(jobsTable).set(again).where(eq(jobsTable.id, id)));
      await expect.poll(hasWaited, { timeout: 20_000 }).toMatch(/^The disk of this installation is full\./);
      expect(await jobs.get(id)).toMatchObject({ status: 'WAITING', attempt: 0 });
    }
    state = 'room';
    await db.asSystem((tx) => tx.update(jobsTable).set({ runAfter: sql`now()` }).where(eq(jobsTable.id, id)));
    await untilStatus(jobs, id, 'COMPLETE');
  });

  test('is not created by a rolled-back transaction or with invalid input', async () => {
    const jobs = await start([gated], probe());
    const lost = db.asClient(clientA, async (tx) => {
      await jobs.enqueue(tx, gated, clientA, { name: 'lost' });
      throw new Error('no');
    });
    await expect(lost).rejects.toThrow('no');
    // @ts-expect-error the input is checked by type as well
    await expect(db.asClient(clientA, (tx) => jobs.enqueue(tx, gated, clientA, { nom: 1 }))).rejects.toThrow(
      z.ZodError,
    );
    expect(await jobs.list(clientA)).toEqual([]);
  });

  test('runs one at a time per account, and in parallel across accounts', async () => {
    const deps = probe();
    const jobs = await start([gated], deps);
    const enqueue = (clientId: string, name: string) =>
      db.asClient(clientId, (tx) => jobs.enqueue(tx, gated, clientId, { name }));
    const first = await enqueue(clientA, 'a1');
    await untilStatus(jobs, first, 'PROCESSING');
    const second = await enqueue(clientA, 'a2');
    const other = await enqueue(clientB, 'b1');
    await untilStatus(jobs, other, 'PROCESSING');
    await sleep(300);
    expect(deps.started).toEqual(['a1', 'b1']);
    await open(deps, 'a1');
    await untilStatus(jobs, second, 'PROCESSING');
    await open(deps, 'a2');
    await open(deps, 'b1');
    await Promise.all([first, second, other].map((id) => untilStatus(jobs, id, 'COMPLETE')));
  });

  test('waits for those of its account that go first, waiting or running, and for no others', async () => {
    const deps = probe();
    const last = defineJob({ ...gated, type: 'test.last', waitsFor: [gated.type] });
    const jobs = await start([gated, last], deps);
    const enqueue = (definition: typeof gated, clientId: string, name: string) =>
      db.asClient(clientId, (tx) => jobs.enqueue(tx, definition, clientId, { name }));
    for (const name of ['one', 'two']) await enqueue(gated, clientA, name);
    const waiting = await enqueue(last, clientA, 'last');
    const free = await enqueue(last, clientB, 'free');
    for (const name of ['free', 'one']) await open(deps, name);
    await untilStatus(jobs, free, 'COMPLETE');
    await open(deps, 'two');
    await open(deps, 'last');
    await untilStatus(jobs, waiting, 'COMPLETE');
    expect(deps.started.filter((name) => name !== 'free')).toEqual(['one', 'two', 'last']);
  });

  test('with a singleton key is created once until it ends', async () => {
    const deps = probe();
    const jobs = await start([gated], deps);
    const enqueue = (clientId: string) =>
      db.asClient(clientId, (tx) => jobs.enqueue(tx, gated, clientId, { name: clientId }, { singletonKey: 'build' }));
    const ids = await Promise.all([enqueue(clientA), enqueue(clientA), enqueue(clientA)]);
    expect(new Set(ids).size).toBe(1);
    expect(await enqueue(clientB)).not.toBe(ids[0]);
    await open(deps, clientA);
    await untilStatus(jobs, ids[0] ?? '', 'COMPLETE');
    expect(await enqueue(clientA)).not.toBe(ids[0]);
  });

  test('is cancelled while waiting or running', async () => {
    const deps = probe();
    const jobs = await start([gated], deps);
    const enqueue = (name: string) => db.asClient(clientA, (tx) => jobs.enqueue(tx, gated, clientA, { name }));
    const running = await enqueue('runs');
    await untilStatus(jobs, running, 'PROCESSING');
    const waiting = await enqueue('waits');
    expect(await jobs.cancel(waiting)).toBe(true);
    expect(await jobs.get(waiting)).toMatchObject({ status: 'CANCELLED' });
    // As another process would: only through the row.
    expect(await db.asClient(clientB, (tx) => jobs.cancel(running, tx))).toBe(false);
    expect(await db.asClient(clientA, (tx) => jobs.cancel(running, tx))).toBe(true);
    await untilStatus(jobs, running, 'CANCELLED');
    expect(await jobs.cancel(running)).toBe(false);
    expect(deps.started).toEqual(['runs']);
  });
});

describe('a failing job', () => {
  const failing = defineJob({
    type: 'test.failing',
    input: z.object({ times: z.number(), isCallerError: z.boolean().default(false) }),
    concurrency: 2,
    timeoutMs: 30_000,
    retryDelayMs: 50,
    async run(ctx: JobContext<{ seen: unknown[] }>, { times, isCallerError }) {
      ctx.seen.push(ctx.checkpoint);
      await ctx.saveCheckpoint({ attempt: ctx.attempt });
      ctx.progress(1 - ctx.attempt * 0.2);
      if (isCallerError) throw new AppError('VALIDATION_FAILED', 'The file has no header');
      if (ctx.attempt <= times) throw new Error('secret host 10.0.0.1 refused');
    },
  });

  test('is retried from its checkpoint, and its progress never falls', async () => {
    const deps = { seen: [] };
    const jobs = await start([failing], deps);
    const id = await db.asSystem((tx) => jobs.enqueue(tx, failing, null, { times: 1 }));
    expect(await untilStatus(jobs, id, 'WAITING', 'PROCESSING', 'COMPLETE')).toBeTruthy();
    expect(await untilStatus(jobs, id, 'COMPLETE')).toMatchObject({ attempt: 2, error: null });
    expect(deps.seen).toEqual([null, { attempt: 1 }]);
  });

  test('starts over if it fails after having resumed', async () => {
    const deps = { seen: [] };
    const jobs = await start([failing], deps);
    const id = await db.asSystem((tx) => jobs.enqueue(tx, failing, null, { times: 2 }));
    await untilStatus(jobs, id, 'COMPLETE');
    expect(deps.seen).toEqual([null, { attempt: 1 }, null]);
  });

  test('starts over once if what it resumed from is damaged', async () => {
    const seen: unknown[] = [];
    const damaged = defineJob({
      type: 'test.damaged',
      input: z.object({}),
      concurrency: 1,
      timeoutMs: 30_000,
      retryDelayMs: 50,
      async run(ctx: JobContext<object>) {
        seen.push(ctx.checkpoint);
        if (ctx.attempt > 1) throw new AppError('DATA_DAMAGED', 'Part of the data is damaged');
        await ctx.saveCheckpoint('begun');
        throw new Error('the engine went away');
      },
    });
    const jobs = await start([damaged], {});
    const id = await db.asSystem((tx) => jobs.enqueue(tx, damaged, null, {}));
    expect(await untilStatus(jobs, id, 'ERROR')).toMatchObject({ attempt: 3, error: 'Part of the data is damaged' });
    expect(seen).toEqual([null, 'begun', null]);
  });

  test('fails after its last attempt, without showing internal details', async () => {
    const jobs = await start([failing], { seen: [] });
    const id = await db.asSystem((tx) => jobs.enqueue(tx, failing, null, { times: 9 }));
    const row = await untilStatus(jobs, id, 'ERROR');
    expect(row).toMatchObject({ attempt: 3, error: `An internal error ended the job. The log names it as ${id}.` });
    expect(row.progress).toBeCloseTo(0.8);
  });

  test('is not retried after an error meant for the caller', async () => {
    const jobs = await start([failing], { seen: [] });
    const id = await db.asSystem((tx) => jobs.enqueue(tx, failing, null, { times: 0, isCallerError: true }));
    expect(await untilStatus(jobs, id, 'ERROR')).toMatchObject({ attempt: 1, error: 'The file has no header' });
  });

  test('times out', async () => {
    const deps = probe();
    const short = defineJob({ ...gated, type: 'test.short', timeoutMs: 300 });
    const jobs = await start([short], deps);
    const id = await db.asClient(clientA, (tx) => jobs.enqueue(tx, short, clientA, { name: 'slow' }));
    expect(await untilStatus(jobs, id, 'ERROR')).toMatchObject({ error: 'The job took longer than 1 s.' });
  });
});

describe('process ends', () => {
  test('a stop puts a running job back in the queue, and the next process repeats the attempt', async () => {
    const deps = probe();
    const first = await start([gated], deps);
    const id = await db.asClient(clientA, (tx) => first.enqueue(tx, gated, clientA, { name: 'moved' }));
    await untilStatus(first, id, 'PROCESSING');
    await first.stop(4_000);
    expect(await first.get(id)).toMatchObject({ status: 'WAITING', attempt: 0, workerId: null });
    const later = probe();
    const second = await start([gated], later);
    await open(later, 'moved');
    expect(await untilStatus(second, id, 'COMPLETE')).toMatchObject({ attempt: 1 });
  });

  test('the job of a killed process resumes from its checkpoint, and no step runs twice', async () => {
    const api = await start([counting], { hangAt: null }, { role: 'api' });
    const id = await db.asClient(clientA, (tx) => api.enqueue(tx, counting, clientA, { until: 6 }));
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('./testing/counting-worker.ts', import.meta.url)), database.connectionString],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(await api.get(id)).toMatchObject({ status: 'PROCESSING', attempt: 1, checkpoint: { step: 3 } });
    const second = await start([counting], { hangAt: null }, { isOnlyWorker: true });
    expect(await untilStatus(second, id, 'COMPLETE')).toMatchObject({ attempt: 2, progress: 1 });
    const { rows } = await db.pool.query('select step, attempt from steps order by step');
    expect(rows).toEqual([1, 2, 3, 4, 5, 6].map((step) => ({ step, attempt: step <= 3 ? 1 : 2 })));
  });

  test('with other workers, a job is taken over when its lease expires, and fails at the last attempt', async () => {
    const deps = probe();
    const abandoned = (attempt: number, leaseUntil: string) => ({
      clientId: null,
      type: gated.type,
      status: 'PROCESSING' as const,
      input: { name: `${attempt}` },
      concurrencyKey: `key ${attempt}`,
      attempt,
      workerId: 'gone',
      leaseUntil: sql`now() + ${leaseUntil}::interval`,
    });
    const rows = await db.asSystem((tx) =>
      tx
        .insert(jobsTable)
        .values([abandoned(1, '-1 second'), abandoned(2, '1 hour'), abandoned(3, '-1 second')])
        .returning({ id: jobsTable.id }),
    );
    const [expired, held, exhausted] = rows.map(({ id }) => id);
    const jobs = await start([gated], deps);
    await open(deps, '1');
    expect(await untilStatus(jobs, expired ?? '', 'COMPLETE')).toMatchObject({ attempt: 2 });
    expect(await jobs.get(held ?? '')).toMatchObject({ status: 'PROCESSING', workerId: 'gone' });
    expect(await jobs.get(exhausted ?? '')).toMatchObject({
      status: 'ERROR',
      error: 'The job was given up: the process that ran it ended unexpectedly, at attempt 3 of 3.',
    });
  });

  test('a worker that lost its job writes nothing more', async () => {
    const deps = probe();
    const jobs = await start([gated], deps);
    const id = await db.asClient(clientA, (tx) => jobs.enqueue(tx, gated, clientA, { name: 'stolen' }));
    await untilStatus(jobs, id, 'PROCESSING');
    await db.asSystem((tx) =>
      tx.update(jobsTable).set({ workerId: 'thief', message: 'mine' }).where(eq(jobsTable.id, id)),
    );
    await open(deps, 'stolen');
    await sleep(300);
    expect(await jobs.get(id)).toMatchObject({ status: 'PROCESSING', workerId: 'thief', message: 'mine' });
  });
});

test('jobs that ended long ago are deleted: those of accounts and people after 90 days, the others after 7', async () => {
  const ended = (clientId: string | null, days: number) => ({
    clientId,
    type: `${clientId === null ? 'own' : 'account'} ${days}`,
    status: 'COMPLETE' as const,
    input: {},
    finishedAt: new Date(Date.now() - days * 86_400_000),
  });
  await db.asSystem((tx) =>
    tx
      .insert(jobsTable)
      .values([
        ended(null, 8),
        ended(null, 6),
        { ...ended(null, 91), type: 'asked 91', requestedBy: 'me' },
        { ...ended(null, 89), type: 'asked 89', requestedBy: 'me' },
        ended(clientA, 91),
        ended(clientA, 89),
        { clientId: clientA, type: 'waiting', input: {}, createdAt: new Date(0) },
      ]),
  );
  expect(await pruneJobs(db)).toBe(3);
  const kept = await db.asSystem((tx) => tx.select({ type: jobsTable.type }).from(jobsTable));
  expect(kept.map(({ type }) => type).sort()).toEqual(['account 89', 'asked 89', 'own 6', 'waiting']);
});

test('a job whose notification was lost is found', async () => {
  const deps = probe();
  const jobs = await start([gated], deps);
  const [row] = await db.asSystem((tx) =>
    tx
      .insert(jobsTable)
      .values({
        clientId: clientA,
        type: gated.type,
        input: { name: 'forgotten' },
        concurrencyKey: clientA,
        runAfter: sql`now() - interval '1 minute'`,
      })
      .returning({ id: jobsTable.id }),
  );
  for (let round = 0; round < 4 && !deps.started.includes('forgotten'); round++) await sleep(2_000);
  await open(deps, 'forgotten');
  await untilStatus(jobs, row?.id ?? '', 'COMPLETE');
});

describe('two processes', () => {
  test('run as many jobs at once as the limits allow, and no more', async () => {
    const atOnce = { now: 0, max: 0 };
    const counted = (type: string, concurrency: 'per-client' | 'global' | number) =>
      defineJob({
        type,
        input: z.object({}),
        concurrency,
        timeoutMs: 30_000,
        async run(ctx: JobContext<Record<string, typeof atOnce>>) {
          const here = ctx[`${type} ${concurrency === 'per-client' ? ctx.clientId : ''}`] ?? atOnce;
          here.max = Math.max(here.max, ++here.now);
          // With a limit of two, each waits for the other.
          for (let round = 0; round < 200 && concurrency === 2 && here.max < 2; round++) await sleep(20);
          await sleep(20);
          here.now--;
        },
      });
    const definitions = [
      counted('test.client', 'per-client'),
      counted('test.global', 'global'),
      counted('test.two', 2),
    ];
    const seen = Object.fromEntries(
      [`test.client ${clientA}`, `test.client ${clientB}`, 'test.global ', 'test.two '].map((key) => [
        key,
        { now: 0, max: 0 },
      ]),
    );
    const [jobs] = await Promise.all([start(definitions, seen), start(definitions, seen)]);
    const clientIds = Array.from({ length: 12 }, (_each, at) => (at % 2 === 0 ? clientA : clientB));
    const ids = await Promise.all(
      clientIds.flatMap((clientId) =>
        definitions.map((definition) => db.asClient(clientId, (tx) => jobs.enqueue(tx, definition, clientId, {}))),
      ),
    );
    await Promise.all(ids.map((id) => untilStatus(jobs, id, 'COMPLETE')));
    expect(Object.values(seen).map(({ max }) => max)).toEqual([1, 1, 1, 2]);
  });

  test('enqueue a scheduled job once each time it is due', async () => {
    const ticking = defineJob({
      type: 'test.ticking',
      input: z.object({ name: z.string() }),
      concurrency: 'global',
      timeoutMs: 30_000,
      async run(ctx: JobContext<{ started: string[] }>, { name }) {
        ctx.started.push(name);
      },
    });
    const deps = { started: [] };
    const both = await Promise.all([start([ticking], deps), start([ticking], deps)]);
    for (const jobs of both) jobs.schedule(ticking, 2_000, { name: 'tick' });
    for (let round = 0; round < 500 && deps.started.length < 3; round++) await sleep(20);
    expect(deps.started.slice(0, 3)).toEqual(['tick', 'tick', 'tick']);
    const rows = await db.asSystem((tx) => tx.select().from(jobsTable).orderBy(jobsTable.createdAt));
    const pauses = rows.slice(1).map((row, at) => row.createdAt.getTime() - (rows[at]?.createdAt.getTime() ?? 0));
    for (const pause of pauses) expect(pause).toBeGreaterThan(1_000);
  });
});
