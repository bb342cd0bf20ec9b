import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startPeriodicTask } from './periodic-task.ts';
import { advance, runWork, settledWithin, WorkStopped } from './run-work.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('work', () => {
  test('ends with its value or error', async () => {
    const limits = { timeoutMs: 10_000, graceMs: 10_000 };
    expect(await runWork(async () => 7, limits).ending).toEqual({ kind: 'DONE', value: 7 });
    const error = new Error('no');
    expect(await runWork(() => Promise.reject(error), limits).ending).toEqual({ kind: 'FAILED', error });
  });

  test('is stopped for the first reason, and ignores a stop after its end', async () => {
    let signal: AbortSignal | undefined;
    const work = runWork(
      (given) => {
        signal = given;
        return untilAborted(given);
      },
      { timeoutMs: 10_000, graceMs: 10_000 },
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
      { timeoutMs: 10_000, graceMs: 10_000 },
    );
    await done.ending;
    done.stop('CANCELLED');
    expect(signal?.aborted).toBe(false);
  });

  test('that ignores its timeout is abandoned, and finishes later', async () => {
    let finish: () => void = () => undefined;
    const work = runWork(() => new Promise<void>((resolve) => (finish = resolve)), { timeoutMs: 5, graceMs: 5 });
    expect(await work.ending).toEqual({ kind: 'STOPPED', reason: 'TIMED_OUT', isAbandoned: true });
    expect(await settledWithin([work.finished], 5)).toBe(false);
    finish();
    expect(await settledWithin([work.finished], 5_000)).toBe(true);
  });

  test('reports progress that never falls or passes 1', () => {
    expect([0.5, 0.2, Number.NaN, -1, 7].reduce(advance, 0.3)).toBe(1);
    expect([0.5, 0.2, Number.NaN, -1].reduce(advance, 0.3)).toBe(0.5);
  });
});

test('a periodic task never overlaps itself, runs again when asked during a run, and survives errors', async () => {
  let runs = 0;
  let concurrent = 0;
  let errors = 0;
  const task = startPeriodicTask({
    everyMs: 60_000,
    run: async () => {
      runs++;
      expect(++concurrent).toBe(1);
      await sleep(20);
      concurrent--;
      throw new Error('no');
    },
    onError: () => errors++,
  });
  for (let call = 0; call < 5; call++) task.runNow();
  for (let round = 0; round < 500 && errors < 2; round++) await sleep(5);
  expect([runs, errors]).toEqual([2, 2]);
  task.runNow();
  await task.stop();
  task.runNow();
  expect([runs, errors]).toEqual([3, 3]);
});
