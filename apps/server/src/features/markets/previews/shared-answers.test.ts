import { expect, test } from 'vitest';
import { createSharedAnswers } from './shared-answers.ts';

const never = new AbortController().signal;

/** Work that ends when the test says so, or with its signal. */
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

test('equal questions at one time are one work; whoever leaves does not end it for the others', async () => {
  const answers = createSharedAnswers<string>({ freshForMs: 60_000, mostKept: 10 });
  const { work, signals, open } = gate();
  const impatient = new AbortController();
  const first = answers.ask('a', impatient.signal, work);
  const second = answers.ask('a', never, work);
  await settled();
  impatient.abort();
  await expect(first).rejects.toMatchObject({ errorCode: 'REQUEST_ABORTED' });
  expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
  open('answer');
  expect(await second).toBe('answer');
  expect(await answers.ask('a', never, () => Promise.reject(new Error('not asked again')))).toBe('answer');
});

test('work that nobody waits for any more ends, and is begun anew by the next', async () => {
  const answers = createSharedAnswers<string>({ freshForMs: 60_000, mostKept: 10 });
  const { work, signals, open } = gate();
  const callers = [new AbortController(), new AbortController()];
  const asked = callers.map(({ signal }) => answers.ask('a', signal, work));
  await settled();
  for (const caller of callers) caller.abort();
  const ends = await Promise.allSettled(asked);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  const next = answers.ask('a', never, work);
  await settled();
  open('new');
  expect(await next).toBe('new');
  await expect(answers.ask('b', callers[0]?.signal ?? never, work)).rejects.toMatchObject({
    errorCode: 'REQUEST_ABORTED',
  });
  expect(signals).toHaveLength(2);
});

test('failures and stale answers are not given again, and few are kept', async () => {
  const answers = createSharedAnswers<number>({ freshForMs: 60_000, mostKept: 2 });
  await expect(answers.ask('a', never, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let calls = 0;
  const work = async () => ++calls;
  const ask = (key: string) => answers.ask(key, never, work);
  expect([await ask('a'), await ask('b'), await ask('a'), await ask('c')]).toEqual([1, 2, 1, 3]);
  // `b` was asked for longest ago.
  expect([await ask('a'), await ask('b')]).toEqual([1, 4]);
  const hasty = createSharedAnswers<number>({ freshForMs: -1, mostKept: 2 });
  expect([await hasty.ask('a', never, work), await hasty.ask('a', never, work)]).toEqual([5, 6]);
});
