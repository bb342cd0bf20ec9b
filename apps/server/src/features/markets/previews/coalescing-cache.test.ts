import { expect, test } from 'vitest';
import { createCoalescingCache } from './coalescing-cache.ts';

const never = new AbortController().signal;

/** A computation that ends when the test opens it, or with its signal. */
function gate() {
  const signals: AbortSignal[] = [];
  let open: (value: string) => void = () => undefined;
  const work = (signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<string>((resolve, reject) => {
      open = resolve;
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  return { work, signals, open: (value: string) => open(value) };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('concurrent callers share one computation, and one that leaves does not end it for the others', async () => {
  const cache = createCoalescingCache<string>({ ttlMs: 60_000, maxEntries: 10 });
  const { work, signals, open } = gate();
  const impatient = new AbortController();
  const first = cache.get('a', impatient.signal, work);
  const second = cache.get('a', never, work);
  await settled();
  impatient.abort();
  await expect(first).rejects.toMatchObject({ errorCode: 'REQUEST_ABORTED' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  open('answer');
  expect(await second).toBe('answer');
  expect(await cache.get('a', never, () => Promise.reject(new Error('not computed again')))).toBe('answer');
});

test('a computation without callers ends, and the next caller starts a new one', async () => {
  const cache = createCoalescingCache<string>({ ttlMs: 60_000, maxEntries: 10 });
  const { work, signals, open } = gate();
  const callers = [new AbortController(), new AbortController()];
  const results = callers.map(({ signal }) => cache.get('a', signal, work));
  await settled();
  for (const caller of callers) caller.abort();
  const ends = await Promise.allSettled(results);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  const next = cache.get('a', never, work);
  await settled();
  open('new');
  expect(await next).toBe('new');
  await expect(cache.get('b', callers[0]?.signal ?? never, work)).rejects.toMatchObject({
    errorCode: 'REQUEST_ABORTED',
  });
  expect(signals).toHaveLength(2);
});

test('failures and stale values are not reused, and old values are evicted', async () => {
  const cache = createCoalescingCache<number>({ ttlMs: 60_000, maxEntries: 2 });
  await expect(cache.get('a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let calls = 0;
  const work = async () => ++calls;
  const ask = (key: string) => cache.get(key, never, work);
  expect([await ask('a'), await ask('b'), await ask('a'), await ask('c')]).toEqual([1, 2, 1, 3]);
  // `b` was the least recently used.
  expect([await ask('a'), await ask('b')]).toEqual([1, 4]);
  const hasty = createCoalescingCache<number>({ ttlMs: -1, maxEntries: 2 });
  expect([await hasty.get('a', never, work), await hasty.get('a', never, work)]).toEqual([5, 6]);
});
