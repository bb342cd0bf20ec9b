import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withShare } from './share.ts';
import type { Sql } from './sql.ts';
import { float, ident, param, sql, text, texts, uint } from './sql.ts';
import type { Drivers } from './testing/open-drivers.ts';
import { DRIVER_NAMES, openDrivers } from './testing/open-drivers.ts';
import type { StatementOptions, Warehouse } from './warehouse.ts';

let drivers: Drivers;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-warehouse-test-'));
  drivers = await openDrivers();
  await drivers.embedded.command(sql`CREATE DATABASE shop`);
});
afterAll(async () => {
  await drivers.close();
  await rm(folder, { recursive: true });
});

const Count = z.object({ n: z.coerce.number() });
const forever = sql`SELECT sum(sipHash64(number)) AS n FROM numbers(100000000000)`;

async function count(warehouse: Warehouse, statement: Sql, options?: StatementOptions): Promise<number | undefined> {
  return (await warehouse.rows(statement, Count, options))[0]?.n;
}

/** Waits until the engine runs no other statement. */
async function engineIsIdle(): Promise<void> {
  const others = sql`SELECT count() AS n FROM system.processes WHERE query NOT LIKE '%system.processes%'`;
  const deadline = Date.now() + 10_000;
  while ((await count(drivers.embedded, others)) !== 0) {
    if (Date.now() > deadline) throw new Error('A statement still runs');
    await delay(20);
  }
}

describe.each(DRIVER_NAMES)('the %s driver', (name) => {
  let warehouse: Warehouse;
  const table = ident('shop', `items_${name}`);
  beforeEach(() => {
    warehouse = drivers[name];
  });

  test('returns parsed rows', async () => {
    await warehouse.ping();
    const rows = await warehouse.rows(
      sql`SELECT number AS id, ${text('x')} AS name, [1.5, 2] AS sizes FROM numbers(2)`,
      z.object({ id: z.string(), name: z.string(), sizes: z.array(z.number()) }),
    );
    expect(rows).toEqual([
      { id: '0', name: 'x', sizes: [1.5, 2] },
      { id: '1', name: 'x', sizes: [1.5, 2] },
    ]);
    await expect(warehouse.rows(sql`SELECT 1 AS n`, z.object({ n: z.string() }))).rejects.toThrow(z.ZodError);
  });

  test('inserts all rows and changes them with commands', async () => {
    await warehouse.command(
      sql`CREATE TABLE ${table} (id UInt64, name String, tags Array(String), at Nullable(DateTime64(3, 'UTC')), size Float64 DEFAULT 7) ENGINE = MergeTree ORDER BY id`,
    );
    const at = { database: 'shop', table: `items_${name}` };
    await warehouse.insert(at, []);
    await warehouse.insert(at, [
      { id: 2n ** 64n - 1n, name: "a'\\\0\n😀;", tags: ['b"', ''], at: new Date(5), size: 1 },
      { id: '1', name: 'lone \ud800', tags: [], at: null, size: 2 },
    ]);
    await warehouse.insert(at, [{ id: 2, name: 'kept', at: '2020-01-01T00:00:00Z', other: 1 }], {
      columns: ['id', 'name'],
    });
    const rows = await warehouse.rows(sql`SELECT * FROM ${table} ORDER BY id`, z.record(z.string(), z.unknown()));
    expect(rows).toEqual([
      { id: '1', name: 'lone \ufffd', tags: [], at: null, size: 2 },
      { id: '2', name: 'kept', tags: [], at: null, size: 7 },
      { id: '18446744073709551615', name: "a'\\\0\n😀;", tags: ['b"', ''], at: '1970-01-01 00:00:00.005', size: 1 },
    ]);
    const many = Array.from({ length: 60_000 }, (_, id) => ({ id, name: `row ${id} ${'x'.repeat(300)}` }));
    await warehouse.insert(at, many, { lane: 'jobs' });
    expect(await count(warehouse, sql`SELECT uniqExact(name) AS n FROM ${table}`)).toBe(60_003);
    await warehouse.command(
      sql`ALTER TABLE ${table} DELETE WHERE id >= ${uint(10)} AND name != ${text("a'\\\0\n😀;")}`,
    );
    await warehouse.command(sql`ALTER TABLE ${table} UPDATE size = ${float(0.5)} WHERE has(${texts(['kept'])}, name)`);
    const left = sql`SELECT count() AS n FROM ${table} WHERE size IN (${param('Array(Float64)', [0.5, 1, 2, 7])})`;
    expect(await count(warehouse, left)).toBe(13);
    const columns = [
      { name: 'id', type: 'UInt8' },
      { name: 'name', type: 'String' },
      { name: 'tags', type: 'Array(String)' },
      { name: 'at', type: 'Nullable(Date32)' },
    ];
    const binary = [3, 7, ...Buffer.from('line\n\u00e9'), 1, 1, ...Buffer.from('a'), 1, 4, 0, 0, 0, 1, 0, 0, 0];
    await warehouse.insertBinary(at, columns, Uint8Array.from(binary));
    const read = await warehouse.rows(
      sql`SELECT name, tags, at, size FROM ${table} WHERE id IN (3, 4) AND NOT startsWith(name, 'row') ORDER BY id`,
      z.record(z.string(), z.unknown()),
    );
    expect(read).toEqual([
      { name: 'line\n\u00e9', tags: ['a'], at: null, size: 7 },
      { name: '', tags: [], at: '1970-01-02 00:00:00.000', size: 7 },
    ]);
    await expect(warehouse.insertBinary(at, columns, Uint8Array.of(5, 9))).rejects.toMatchObject({ kind: 'query' });
    await expect(warehouse.insert(at, [{ id: 'x' }])).rejects.toMatchObject({ kind: 'query' });
    await expect(warehouse.insert(at, [{ id: 1, nope: 1 }])).rejects.toMatchObject({ clickhouseCode: 117 });
  });

  test('returns rows and the count before LIMIT in one scan', async () => {
    const answer = await warehouse.rowsWithTotal(
      sql`SELECT number AS n FROM numbers(100000) WHERE number % 10 = 3 ORDER BY number DESC LIMIT 2 OFFSET 1`,
      Count,
    );
    expect(answer).toEqual({ rows: [{ n: 99983 }, { n: 99973 }], rowsBeforeLimit: 10_000 });
    const none = await warehouse.rowsWithTotal(sql`SELECT number AS n FROM numbers(3) WHERE number > 5`, Count);
    expect(none).toEqual({ rows: [], rowsBeforeLimit: 0 });
    const unordered = sql`SELECT n FROM (SELECT arrayJoin(range(99)) AS n) WHERE n < 9 LIMIT 1`;
    expect(await warehouse.rowsWithTotal(unordered, Count)).toEqual({ rows: [{ n: 0 }], rowsBeforeLimit: 9 });
  });

  test('counts all rows even when it reads several parts in table order', async () => {
    const table = ident('stores', 'in_parts');
    await warehouse.command(sql`CREATE DATABASE IF NOT EXISTS stores`);
    await warehouse.command(sql`CREATE TABLE ${table} (id UInt64) ENGINE = MergeTree ORDER BY id`);
    await warehouse.command(sql`SYSTEM STOP MERGES ${table}`);
    for (const part of [0, 1, 2])
      await warehouse.command(
        sql`INSERT INTO ${table} SELECT number * 3 + ${uint(part)} AS id FROM numbers(${uint(30_000)})`,
      );
    const page = sql`SELECT toUInt32(id) AS n FROM ${table} ORDER BY id LIMIT 2 OFFSET 1`;
    expect(await warehouse.rowsWithTotal(page, Count)).toEqual({ rows: [{ n: 1 }, { n: 2 }], rowsBeforeLimit: 90_000 });
    await warehouse.command(sql`DROP TABLE ${table} SYNC`);
  });

  test('appends whole answers to files', async () => {
    const path = join(folder, `${name}.txt`);
    await writeFile(path, 'head\n');
    const lines = sql`SELECT concat(toString(number), '\\n"é') AS l FROM numbers(${uint(100_000)}) ORDER BY number DESC`;
    await warehouse.writeFile(path, lines, 'TSVRaw');
    const body = Array.from({ length: 100_000 }, (_, at) => `${99_999 - at}\n"é\n`).join('');
    expect((await readFile(path, 'utf8')) === `head\n${body}`).toBe(true);
    const none = sql`SELECT number AS n FROM numbers(5) WHERE number IN (SELECT 7)`;
    await warehouse.writeFile(path, none, 'TSVRaw');
    expect((await stat(path)).size).toBe(Buffer.byteLength(`head\n${body}`));
  });

  test.each([0, 100_000])('writes complete Parquet files of %d rows', async (rows) => {
    const path = join(folder, `${name}-${rows}.parquet`);
    const statement = sql`SELECT number AS ${ident('odd "\n name')} FROM numbers(${uint(rows)})`;
    await warehouse.writeFile(path, statement, 'Parquet');
    const read = sql`SELECT count() AS n FROM file(${text(path)}, 'Parquet') WHERE ${ident('odd "\n name')} >= 0`;
    expect(await count(drivers.embedded, read)).toBe(rows);
  });

  test('a file that cannot be written to its end fails with the right kind', async () => {
    const path = join(folder, `${name}-failed.txt`);
    const failed = (statement: Sql) => expect(warehouse.writeFile(path, statement, 'TSVRaw')).rejects;
    await failed(sql`SELECT nope`).toMatchObject({ kind: 'query', clickhouseCode: 47 });
    await failed(
      sql`SELECT throwIf(number = 900000) FROM numbers(1000000) SETTINGS max_block_size = 1000`,
    ).toMatchObject({ clickhouseCode: 395 });
    await engineIsIdle();
  });

  test('aborting rejects, and ends the statement in the engine', async () => {
    for (const start of [
      (signal: AbortSignal) => warehouse.rows(forever, Count, { signal }),
      (signal: AbortSignal) => warehouse.command(sql`INSERT INTO FUNCTION null('n UInt64') ${forever}`, { signal }),
      (signal: AbortSignal) => warehouse.writeFile(join(folder, 'aborted.txt'), forever, 'TSVRaw', { signal }),
    ]) {
      const controller = new AbortController();
      const running = start(controller.signal);
      const rejected = expect(running).rejects.toMatchObject({ kind: 'aborted', message: 'The query was aborted' });
      await delay(150);
      controller.abort();
      await rejected;
      await engineIsIdle();
    }
    const early = AbortSignal.abort();
    await expect(warehouse.rows(forever, Count, { signal: early })).rejects.toMatchObject({ kind: 'aborted' });
    await engineIsIdle();
  });

  test('time, memory and size limits fail with their kinds and without engine text in the message', async () => {
    await expect(warehouse.rows(forever, Count, { timeoutMs: 200 })).rejects.toMatchObject({
      kind: 'timeout',
      message: 'The query took too long and was stopped',
    });
    const hungry = sql`SELECT count() AS n FROM (SELECT number FROM numbers(50000000) GROUP BY number)`;
    await expect(warehouse.rows(hungry, Count, { maxMemoryBytes: 50_000_000 })).rejects.toMatchObject({
      kind: 'memory',
      message: 'The query needed more memory than it may use',
    });
    const settings = { max_rows_to_read: 10 };
    await expect(warehouse.rows(sql`SELECT count() AS n FROM numbers(99)`, Count, { settings })).rejects.toMatchObject({
      kind: 'too_complex',
    });
    // Neither settings nor failures of one statement affect the next.
    expect(await count(warehouse, sql`SELECT count() AS n FROM numbers(1000000)`)).toBe(1_000_000);
    const secret = sql`SELECT ${text('secret')} FROM nowhere.nothing`;
    await expect(warehouse.rows(secret, Count)).rejects.toMatchObject({ kind: 'query', message: 'The query failed' });
    await expect(warehouse.rows(sql`SELECT 1`, Count, { settings: { nope: 1 } })).rejects.toThrow(TypeError);
    await engineIsIdle();
  });

  test('jobs spill grouping and sorting to disk beyond their memory limit', async () => {
    const limits = { lane: 'jobs', maxMemoryBytes: 200_000_000 } as const;
    const groups = sql`SELECT count() AS n FROM (SELECT number AS k, count() FROM numbers(4000000) GROUP BY k)`;
    expect(await count(warehouse, groups, limits)).toBe(4_000_000);
    const words = sql`SELECT repeat(toString(cityHash64(number)), 5) AS word FROM numbers(3000000)`;
    const last = sql`SELECT 1 AS n FROM (${words}) ORDER BY word OFFSET 2999999`;
    expect(await count(warehouse, last, limits)).toBe(1);
  });

  test('people are answered while the lane of jobs is full', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const jobs = Array.from({ length: 3 }, () => warehouse.rows(forever, Count, { lane: 'jobs', signal }));
    const ended = Promise.allSettled(jobs);
    await delay(100);
    for (let at = 0; at < 10; at += 1) expect(await count(warehouse, sql`SELECT 1 AS n`)).toBe(1);
    controller.abort();
    expect((await ended).map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    await engineIsIdle();
  });

  test("one account's statements leave room for another account's, in the same lane", async () => {
    const controller = new AbortController();
    const options = { lane: 'analysis', signal: controller.signal } as const;
    const busy = withShare(warehouse, 'busy');
    const running = Array.from({ length: 6 }, () => busy.rows(forever, Count, options));
    const file = busy.writeFile(join(folder, 'busy.txt'), forever, 'TSVRaw', options);
    const ended = Promise.allSettled([...running, file]);
    expect(await count(withShare(warehouse, 'neighbour'), sql`SELECT 1 AS n`, { lane: 'analysis' })).toBe(1);
    controller.abort();
    expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(await count(busy, sql`SELECT 1 AS n`, { lane: 'analysis' })).toBe(1);
    await engineIsIdle();
  });

  test('more statements than connections wait their turn', async () => {
    const counts = Array.from({ length: 40 }, (_, at) => count(warehouse, sql`SELECT ${uint(at)} AS n`));
    expect(await Promise.all(counts)).toEqual(Array.from({ length: 40 }, (_, at) => at));
  });
});

describe('the embedded driver alone', () => {
  test('rejects a statement that gets no connection in time, and serves the next one', async () => {
    const controller = new AbortController();
    const running = drivers.embedded.rows(forever, Count, { lane: 'jobs', signal: controller.signal });
    const rejected = expect(running).rejects.toMatchObject({ kind: 'aborted' });
    const late = drivers.embedded.rows(sql`SELECT 1 AS n`, Count, { lane: 'jobs', timeoutMs: 100 });
    await expect(late).rejects.toMatchObject({ kind: 'unavailable' });
    controller.abort();
    await rejected;
    expect(await drivers.embedded.rows(sql`SELECT 1 AS n`, Count, { lane: 'jobs' })).toEqual([{ n: 1 }]);
  });

  test('writing files does not block the process', async () => {
    let turns = 0;
    const clock = setInterval(() => {
      turns += 1;
    }, 5);
    const slow = sql`SELECT (SELECT sum(sipHash64(number)) FROM numbers(100000000)) > 0 AS n`;
    await drivers.embedded.writeFile(join(folder, 'slow.txt'), slow, 'TSVRaw');
    clearInterval(clock);
    expect(turns).toBeGreaterThan(10);
  });
});

describe('the cluster driver alone', () => {
  test('retries reads after a lost connection, but never writes', async () => {
    drivers.server.dropNext(2);
    expect(await count(drivers.http, sql`SELECT 3 AS n`)).toBe(3);
    drivers.server.dropNext(1);
    const write = drivers.http.command(sql`INSERT INTO FUNCTION null('n UInt64') SELECT 1`);
    await expect(write).rejects.toMatchObject({ kind: 'unavailable', message: 'The data engine is not available' });
    drivers.server.dropNext(0);
  });
});
