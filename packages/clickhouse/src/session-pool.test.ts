import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPool, type Pool } from './session-pool.ts';

/** An account's call, or the end of one of the running statements. */
type Event = { readonly call: string } | { readonly endOf: number };

const events = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.record({ call: fc.constantFrom('a', 'b', 'c', 'd') }) },
    { weight: 2, arbitrary: fc.record({ endOf: fc.nat(10) }) },
  ),
  { maxLength: 80 },
);

const range = (length: number) => Array.from({ length }, (_each, at) => at);

/** Plays the events, then ends every statement. */
async function play(pool: Pool<number>, order: readonly Event[]) {
  const waiting: string[] = [];
  const running: { readonly item: number; readonly account: string }[] = [];
  /** How often others were served while an account waited and ran nothing, as `<account> by <other>`. */
  let overtakes = new Map<string, number>();
  const seen = { served: 0, mostOvertakes: 0, mostHeld: 0 };
  const held = (account: string) => running.filter((each) => each.account === account).length;
  const serve = (item: number, account: string) => {
    waiting.splice(waiting.indexOf(account), 1);
    overtakes = new Map([...overtakes].filter(([key]) => !key.startsWith(`${account} by`)));
    for (const other of new Set(waiting)) {
      if (other === account || held(other) > 0) continue;
      const key = `${other} by ${account}`;
      overtakes.set(key, (overtakes.get(key) ?? 0) + 1);
    }
    running.push({ item, account });
    seen.served += 1;
    seen.mostHeld = Math.max(seen.mostHeld, held(account));
    seen.mostOvertakes = Math.max(seen.mostOvertakes, ...overtakes.values());
  };
  const endOf = (at: number) => {
    const [ended] = running.splice(at % running.length, 1);
    if (ended !== undefined) pool.release(ended.item);
  };
  for (const event of order) {
    if ('call' in event) {
      waiting.push(event.call);
      void pool.acquire(event.call, 60_000).then(({ item }) => serve(item, event.call));
    } else if (running.length > 0) endOf(event.endOf);
    await new Promise(setImmediate);
  }
  while (running.length > 0) {
    endOf(0);
    await new Promise(setImmediate);
  }
  return seen;
}

test('in any order of calls, an account that runs nothing is overtaken at most once by each other one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), events, async (size, order) => {
      const { served, mostOvertakes, mostHeld } = await play(createPool(range(size)), order);
      expect(served).toBe(order.filter((event) => 'call' in event).length);
      expect(mostOvertakes).toBeLessThanOrEqual(1);
      expect(mostHeld).toBeLessThanOrEqual(Math.max(1, size - 1));
    }),
    { numRuns: 300 },
  );
});

test('a call is served next after three hundred of another account', async () => {
  const pool = createPool(range(2));
  const order: string[] = [];
  const call = async (account: string) => {
    const { item } = await pool.acquire(account, 60_000);
    order.push(account);
    await new Promise(setImmediate);
    pool.release(item);
  };
  await Promise.all([...range(300).map(() => call('busy')), call('neighbour')]);
  expect(order.indexOf('neighbour')).toBeLessThan(3);
});

test('an account cannot take the last item', async () => {
  const pool = createPool(range(2));
  await pool.acquire('busy', 100);
  await expect(pool.acquire('busy', 20)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await pool.acquire('neighbour', 20)).toEqual({ item: 0, held: 2 });
});

test('who gives up, or comes to a closed pool, is refused and takes nothing', async () => {
  const pool = createPool(range(1));
  const granted = await pool.acquire('a', 20);
  const controller = new AbortController();
  const givesUp = pool.acquire('b', 60_000, controller.signal);
  controller.abort();
  await expect(givesUp).rejects.toMatchObject({ kind: 'aborted' });
  pool.release(granted.item);
  expect(await pool.acquire('c', 20)).toEqual(granted);
  const waiting = pool.acquire('a', 60_000);
  pool.close();
  await expect(waiting).rejects.toMatchObject({ kind: 'aborted' });
  await expect(pool.acquire('a', 20)).rejects.toMatchObject({ kind: 'aborted' });
});
