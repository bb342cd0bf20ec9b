import type { Estimate } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { type EstimateTransport, estimateCriteria } from './estimate-criteria.ts';
import { NEW_ESTIMATE } from './estimation-state.ts';

const answer = (state: Estimate['state'], more: Partial<Estimate> = {}): Estimate => ({
  state,
  executionId: null,
  progress: null,
  count: null,
  netNewCount: null,
  schema: [],
  rows: [],
  error: null,
  ...more,
});
const READY = answer('READY', { count: 7 });
const MISSING = answer('MISSING');
const half = answer('RUNNING', { progress: 0.5 });

/** A server whose estimate ends after some milliseconds of a clock that only waiting moves; logs when it was asked what. */
function scripted(options: { readonly endsAt: number; readonly end?: Estimate; readonly isHidden?: boolean }) {
  const { endsAt, end = READY, isHidden = false } = options;
  const log: string[] = [];
  const waiting: { at: number; go: () => void }[] = [];
  let now = 0;
  const transport: EstimateTransport = {
    check: () => {
      log.push(`${now} check`);
      return Promise.resolve(now >= endsAt && end.state === 'READY' && !isHidden ? end : MISSING);
    },
    trigger: () => {
      log.push(`${now} trigger`);
      return Promise.resolve('run');
    },
    preview: () => {
      log.push(`${now} preview`);
      return Promise.resolve(now >= endsAt ? end : half);
    },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ at: now + ms, go: resolve });
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  };
  const progress: (number | null)[] = [];
  const { signal } = new AbortController();
  async function run(): Promise<Estimate> {
    let hasEnded = false;
    const result = estimateCriteria(NEW_ESTIMATE, { signal, onProgress: (part) => progress.push(part) }, transport);
    void result.catch(() => undefined).then(() => (hasEnded = true));
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve));
      if (hasEnded) return result;
      const [next] = waiting.toSorted((one, other) => one.at - other.at);
      if (next === undefined) throw new Error('Nothing is waited for');
      waiting.splice(waiting.indexOf(next), 1);
      now = next.at;
      next.go();
    }
  }
  return { run, log, progress };
}

it('takes an estimate that is there, without starting one', async () => {
  const { run, log } = scripted({ endsAt: 0 });
  expect(await run()).toBe(READY);
  expect(log).toEqual(['0 check']);
});

it('looks soon, then asks for the status every 3 s and for the preview every 5 s, and reports progress', async () => {
  const { run, log, progress } = scripted({ endsAt: 10_500 });
  expect(await run()).toBe(READY);
  expect(log).toEqual([
    '0 check',
    '0 trigger',
    '300 preview',
    '3000 check',
    '5300 preview',
    '6000 check',
    '9000 check',
    '10300 preview',
    '12000 check',
  ]);
  expect(progress).toEqual([0.5, 0.5, 0.5]);
});

it('shows a quick estimate at the first look', async () => {
  const { run, log } = scripted({ endsAt: 200 });
  expect(await run()).toBe(READY);
  expect(log.at(-1)).toBe('300 preview');
});

it('finds by its id what is no longer found by its criteria, because the universe has changed', async () => {
  const { run, log } = scripted({ endsAt: 4000, isHidden: true });
  expect(await run()).toBe(READY);
  expect(log.at(-1)).toBe('5300 preview');
});

it('says why an estimate failed', async () => {
  const { run } = scripted({ endsAt: 1000, end: answer('FAILED', { error: 'Too much memory.' }) });
  await expect(run()).rejects.toThrow('Sorry, preview errored: Too much memory.');
});
