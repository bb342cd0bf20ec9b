import type { MarketPreviewResult } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { MAX_POLLS, PREVIEW_FAILED, PREVIEW_TIMED_OUT, type PreviewTransport } from './poll-preview.ts';
import { createPreviewController } from './preview-controller.ts';

type Answer = Awaited<ReturnType<PreviewTransport['read']>>;

const RUNNING: Answer = { status: 'RUNNING', progress: null, output: null, error: null };

function resultOf(count: number): MarketPreviewResult {
  const part = { schema: [], previewData: [], totalCompanies: count, totalNetNewCompanies: count };
  return { allCompanies: part, netNew: part };
}
function succeeded(count: number): Answer {
  return { ...RUNNING, status: 'SUCCEEDED', output: { result: resultOf(count) } };
}
function criteria(value: number, id = 'root'): FilterGroup {
  return { id, combinator: 'and', rules: [{ id: `${id}-1`, field: 'firmographics/employees', operator: 'gt', value }] };
}

/** A server that responds with `answer`, and a clock that only advances on `wait`. */
function open(answer: (token: string, attempt: number) => Answer | Promise<Answer>) {
  const seen = { started: [] as string[], reads: [] as string[], aborted: [] as string[], waits: [] as number[] };
  let failures = 0;
  const transport: PreviewTransport = {
    start: async () => {
      const token = `token-${seen.started.length + 1}`;
      seen.started.push(token);
      return token;
    },
    read: async (token) => {
      seen.reads.push(token);
      return answer(token, seen.reads.filter((read) => read === token).length);
    },
    abort: (token) => void seen.aborted.push(token),
    wait: async (ms, signal) => {
      signal.throwIfAborted();
      seen.waits.push(ms);
    },
  };
  const controller = createPreviewController({
    clientName: 'demo',
    transport,
    queryClient: new QueryClient(),
    datasetVersion: () => '1',
    now: () => 0,
    onFailure: () => void (failures += 1),
  });
  const settled = () =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (controller.getState().run !== null) return;
        stop();
        resolve();
      };
      const stop = controller.subscribe(look);
      look();
    });
  return { ...seen, transport, controller, settled, failures: () => failures };
}

/** Flushes microtasks until the condition holds. */
async function until(condition: () => boolean) {
  for (let turn = 0; turn < 100 && !condition(); turn += 1) await Promise.resolve();
  expect(condition()).toBe(true);
}

async function flushMicrotasks() {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('a market preview', () => {
  it('polls every second until it is done and reports progress', async () => {
    const progress: (number | null)[] = [];
    const test = open((_, attempt) => (attempt < 4 ? { ...RUNNING, progress: attempt / 4 } : succeeded(12)));
    test.controller.subscribe(() => progress.push(test.controller.getState().run?.progress ?? null));
    test.controller.start(criteria(1), []);
    await test.settled();
    expect(test.waits).toEqual([300, 1_000, 1_000, 1_000]);
    expect(progress).toEqual([null, 0.25, 0.5, 0.75, null]);
    expect(test.controller.getState().latest?.result).toEqual(resultOf(12));
    expect(test.aborted).toEqual([]);
  });

  it('gives up after 300 polls and aborts on the server', async () => {
    const test = open(() => RUNNING);
    test.controller.start(criteria(1), []);
    await test.settled();
    expect(test.reads).toHaveLength(MAX_POLLS);
    expect(test.controller.getState().error).toMatchObject({ errorCode: PREVIEW_TIMED_OUT });
    expect(test.aborted).toEqual(['token-1']);
    expect(test.failures()).toBe(1);
  });

  it("fails with the server's message and keeps the previous result", async () => {
    const test = open((token) =>
      token === 'token-1' ? succeeded(12) : { ...RUNNING, status: 'FAILED', error: 'Too many companies' },
    );
    test.controller.start(criteria(1), []);
    await test.settled();
    test.controller.start(criteria(2), []);
    await test.settled();
    const { error, latest } = test.controller.getState();
    expect(error).toMatchObject({ errorCode: PREVIEW_FAILED, message: 'Too many companies' });
    expect(latest?.result).toEqual(resultOf(12));
    expect(test.failures()).toBe(1);
  });

  it('survives a short outage of the server but not a long one', async () => {
    const away = new ApiError(0, 'NETWORK', 'The server could not be reached.');
    const passing = open((_, attempt) => {
      if (attempt === 12) return succeeded(3);
      if (attempt === 6) return RUNNING;
      throw away;
    });
    passing.controller.start(criteria(1), []);
    await passing.settled();
    expect(passing.controller.getState().latest?.result).toEqual(resultOf(3));
    const lasting = open(() => {
      throw away;
    });
    lasting.controller.start(criteria(1), []);
    await lasting.settled();
    expect(lasting.controller.getState().error).toBe(away);
    expect(lasting.reads).toHaveLength(6);
  });

  it('retries the start while earlier previews of the account are ending', async () => {
    const test = open(() => succeeded(1));
    const { start } = test.transport;
    let refusals = 0;
    const crowded = { ...test.transport, start: () => (refusals++ < 2 ? Promise.reject(tooMany) : start(request)) };
    const request = { marketCriteria: criteria(1) };
    const tooMany = new ApiError(429, 'TOO_MANY_REQUESTS', 'Please wait until one has finished.');
    const controller = createPreviewController({
      clientName: 'demo',
      transport: crowded,
      queryClient: new QueryClient(),
      datasetVersion: () => '1',
      now: () => 0,
      onFailure: () => undefined,
    });
    const done = new Promise<void>((resolve) => {
      controller.subscribe(() => controller.getState().run === null && resolve());
    });
    controller.start(criteria(1), []);
    await done;
    expect(controller.getState().latest?.result).toEqual(resultOf(1));
    expect(test.waits).toEqual([2_000, 2_000, 300]);
  });

  it('aborts a running preview when a newer one starts and shows only the newer result', async () => {
    let answerFirst: (answer: Answer) => void = () => undefined;
    const first = new Promise<Answer>((resolve) => {
      answerFirst = resolve;
    });
    const test = open((token) => (token === 'token-1' ? first : succeeded(2)));
    test.controller.start(criteria(1), []);
    await until(() => test.reads.length > 0);
    test.controller.start(criteria(2), []);
    expect(test.aborted).toEqual(['token-1']);
    await test.settled();
    answerFirst(succeeded(1));
    await flushMicrotasks();
    expect(test.controller.getState()).toMatchObject({ latest: { result: resultOf(2) }, error: null });
    expect(test.failures()).toBe(0);
  });

  it('goes on when the same content is previewed again', async () => {
    let answer: (answer: Answer) => void = () => undefined;
    const answered = new Promise<Answer>((resolve) => {
      answer = resolve;
    });
    const test = open(() => answered);
    test.controller.start(criteria(1), []);
    await until(() => test.reads.length > 0);
    test.controller.start(criteria(1, 'other-ids'), []);
    answer(succeeded(1));
    await test.settled();
    expect([test.started, test.aborted]).toEqual([['token-1'], []]);
    expect(test.controller.getState().latest?.result).toEqual(resultOf(1));
  });

  it('aborts a preview whose token has not arrived yet', async () => {
    const test = open(() => RUNNING);
    test.controller.start(criteria(1), []);
    test.controller.abort();
    expect(test.controller.getState()).toEqual({ latest: null, run: null, error: null });
    await until(() => test.aborted.length > 0);
    expect(test.aborted).toEqual(['token-1']);
    expect(test.reads).toEqual([]);
    expect(test.failures()).toBe(0);
  });

  it('shows a cached preview at once, even under other ids, and nothing without criteria', async () => {
    const test = open((token) => succeeded(token === 'token-1' ? 1 : 2));
    test.controller.start(criteria(1), []);
    await test.settled();
    test.controller.start(criteria(2), []);
    await test.settled();
    test.controller.start(criteria(1, 'copy'), []);
    expect(test.controller.getState()).toMatchObject({ latest: { result: resultOf(1) }, run: null });
    test.controller.restore(criteria(2), []);
    expect(test.controller.getState().latest?.result).toEqual(resultOf(2));
    test.controller.restore(criteria(3), []);
    expect(test.controller.getState().latest?.result).toEqual(resultOf(2));
    expect(test.started).toEqual(['token-1', 'token-2']);
    test.controller.start({ id: 'root', combinator: 'and', rules: [] }, []);
    expect(test.controller.getState()).toEqual({ latest: null, run: null, error: null });
  });
});
