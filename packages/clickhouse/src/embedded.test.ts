import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { openEmbedded } from './embedded.ts';
import { sql } from './sql.ts';

const Count = z.object({ n: z.coerce.number() });

test('closing waits, then kills; acknowledged writes survive reopening', async () => {
  const path = await mkdtemp(join(tmpdir(), 'quarry-embedded-test-'));
  const first = await openEmbedded({ path });
  await first.command(sql`CREATE DATABASE shop`);
  await first.command(sql`CREATE TABLE shop.items (n UInt64) ENGINE = MergeTree ORDER BY n`);
  await first.insert({ database: 'shop', table: 'items' }, [{ n: 1 }, { n: 2 }]);

  const forever = sql`SELECT sum(sipHash64(number)) AS n FROM numbers(100000000000)`;
  const endless = expect(first.rows(forever, Count, { lane: 'jobs' })).rejects.toMatchObject({ kind: 'aborted' });
  const short = first.rows(sql`SELECT sleep(0.3) AS n`, Count);
  const file = first.writeFile(join(path, 'cut.txt'), forever, 'TSVRaw', { lane: 'jobs' });
  const cut = expect(file).rejects.toMatchObject({ kind: 'aborted' });
  const closing = first.close(600);
  await expect(first.rows(sql`SELECT 1 AS n`, Count)).rejects.toMatchObject({ kind: 'aborted' });
  expect(await short).toEqual([{ n: 0 }]);
  await Promise.all([closing, first.close(), endless, cut]);

  const second = await openEmbedded({ path });
  expect(await second.rows(sql`SELECT count() AS n FROM shop.items`, Count)).toEqual([{ n: 2 }]);
  await second.close();
  await rm(path, { recursive: true });
});

test('rejects a folder that cannot be created', async () => {
  await expect(openEmbedded({ path: join(import.meta.filename, 'none') })).rejects.toThrow();
});

test('a statement that runs alone uses all threads of its lane; others share them, and analyses make room for searches', async () => {
  const path = await mkdtemp(join(tmpdir(), 'quarry-embedded-test-'));
  const warehouse = await openEmbedded({ path, peopleThreads: 4, analysisThreads: 4, jobThreads: 1 });
  const threads = (lane: 'people' | 'analysis' | 'jobs') =>
    warehouse.rows(sql`SELECT getSetting('max_threads') + sleep(1) AS n`, Count, { lane });
  // Two that a search starts at once: the first still finds itself alone.
  const together = [threads('people'), threads('people')];
  await setImmediate();
  const later = [threads('people'), threads('analysis'), threads('jobs')];
  expect(await Promise.all([...together, ...later])).toEqual([
    [{ n: 4 }],
    [{ n: 2 }],
    [{ n: 1 }],
    [{ n: 1 }],
    [{ n: 1 }],
  ]);
  expect(await threads('analysis')).toEqual([{ n: 4 }]);
  expect(await threads('people')).toEqual([{ n: 4 }]);
  await warehouse.close();
  await rm(path, { recursive: true });
});

test.runIf(process.platform === 'linux')("the engine's threads have a lower priority than the event loop", async () => {
  const path = await mkdtemp(join(tmpdir(), 'quarry-embedded-test-'));
  const warehouse = await openEmbedded({ path });
  const work = (signal?: AbortSignal) =>
    warehouse.rows(sql`SELECT sum(sipHash64(number)) AS n FROM numbers_mt(10000000)`, Count, { signal });
  await Promise.all([work(), work(), work()]);
  const stopped = AbortSignal.timeout(5);
  await Promise.allSettled([work(stopped), work(stopped), work(stopped)]);
  const tasks = await readdir('/proc/self/task');
  const names = await Promise.all(
    tasks
      .filter((task) => Number(task) !== process.pid && getPriority(Number(task)) === getPriority())
      .map((task) => readFile(`/proc/self/task/${task}/comm`, 'utf8')),
  );
  expect(new Set(names)).toEqual(new Set(['V8Worker\n']));
  await warehouse.close();
  await rm(path, { recursive: true });
});
