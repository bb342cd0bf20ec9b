import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { boundedQueue } from './bounded-queue.ts';

test('runs tasks in order, a few at a time, and refuses those beyond its length', async () => {
  const queue = boundedQueue({ parallel: 2, waiting: 3 });
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  const tasks = Array.from({ length: 6 }, (_, number) =>
    queue(async () => {
      begun.push(number);
      most = Math.max(most, ++running);
      await sleep(5);
      running -= 1;
      if (number === 1) throw new Error('failed');
    }),
  );
  const ends = await Promise.allSettled(tasks);
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  expect(most).toBe(2);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
  ]);
  expect(ends[5]).toMatchObject({ reason: { errorCode: 'TOO_MANY_REQUESTS', context: { retryAfterSeconds: 2 } } });
  expect(await queue(async () => 'free again')).toBe('free again');
});
