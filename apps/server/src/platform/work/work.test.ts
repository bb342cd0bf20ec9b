import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { advance, runWork, WorkStopped } from './run-work.ts';
import { keepWatch, settledWithin } from './watch.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('work', () => {
  test('ends with its value or its error', async () => {
    const limits = { timeoutMs: 10_000, noticeMs: 10_000 };
    expect(await runWork(async () => 7, limits).ending).toEqual({ kind: 'DONE', value: 7 });
    const error = new Error('no');
    expect(await runWork(() => Promise.reject(error), limits).ending).toEqual({ kind: 'FAILED', error });
  });

  test('is stopped for the first reason, and a stop after its end does nothing', async () => {
    let signal: AbortSignal | undefined;
    const work = runWork(
      (given) => {
        signal = given;
        return untilAborted(given);
      },
      { timeoutMs: 10_000, noticeMs: 10_000 },
    );
    await sleep(1);
    work.stop('CANCELLED');
    work.stop('LOST');
    expect(await work.ending).toEqual({ kind: 'STOPPED', reason: 'CANCELLED', isAbandoned: false });
    expect(signal?.reason).toEqual(new WorkStopped('CANCELLED'));
    const done = runWork(
      async (given) => {
        signal = given;
      },
      { timeoutMs: 10_000, noticeMs: 10_000 },
    );
    await done.ending;
    done.stop('CANCELLED');
    expect(signal?.aborted).toBe(false);
  });

  test('that ignores the end of its time is abandoned, and finishes later', async () => {
    let finish: () => void = () => undefined;
    const work = runWork(() => new Promise<void>((resolve) => (finish = resolve)), { timeoutMs: 5, noticeMs: 5 });
    expect(await work.ending).toEqual({ kind: 'STOPPED', reason: 'TIMED_OUT', isAbandoned: true });
    expect(await settledWithin([work.finished], 5)).toBe(false);
    finish();
    expect(await settledWithin([work.finished], 5_000)).toBe(true);
  });

  test('shows progress that never falls and never passes 1', () => {
    expect([0.5, 0.2, Number.NaN, -1, 7].reduce(advance, 0.3)).toBe(1);
    expect([0.5, 0.2, Number.NaN, -1].reduce(advance, 0.3)).toBe(0.5);
  });
});

test('a watch never looks twice at a time, looks again when asked during a look, and survives errors', async () => {
  let looks = 0;
  let atOnce = 0;
  let errors = 0;
  const watch = keepWatch({
    everyMs: 60_000,
    look: async () => {
      looks++;
      expect(++atOnce).toBe(1);
      await sleep(20);
      atOnce--;
      throw new Error('no');
    },
    onError: () => errors++,
  });
  for (let call = 0; call < 5; call++) watch.now();
  for (let round = 0; round < 500 && errors < 2; round++) await sleep(5);
  expect([looks, errors]).toEqual([2, 2]);
  watch.now();
  await watch.stop();
  watch.now();
  expect([looks, errors]).toEqual([3, 3]);
});
