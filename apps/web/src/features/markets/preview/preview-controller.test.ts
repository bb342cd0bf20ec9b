import type { MarketPreviewResult } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { PREVIEW_ATTEMPTS, PREVIEW_FAILED, PREVIEW_TIMED_OUT, type PreviewTransport } from './poll-preview.ts';
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

/** A server that answers what `answer` says and a clock that only goes on when it is told to wait. */
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

/** Lets everything that is due happen until something is so. */
async function until(isSo: () => boolean) {
  for (let turn = 0; turn < 100 && !isSo(); turn += 1) await Promise.resolve();
  expect(isSo()).toBe(true);
}

/** Lets everything that is due happen. */
async function untilQuiet() {
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
}

describe('a market preview', () => {
  it('asks every second until it is done, showing the progress', async () => {
    const shown: (number | null)[] = [];
    const test = open((_, attempt) => (attempt < 4 ? { ...RUNNING, progress: attempt / 4 } : succeeded(12)));
    test.controller.subscribe(() => shown.push(test.controller.getState().run?.progress ?? null));
    test.controller.start(criteria(1), []);
    await test.settled();
    expect(test.waits).toEqual([300, 1_000, 1_000, 1_000]);
    expect(shown).toEqual([null, 0.25, 0.5, 0.75, null]);
    expect(test.controller.getState().shown?.result).toEqual(resultOf(12));
    expect(test.aborted).toEqual([]);
  });

  it('gives up after 300 questions and tells the server', async () => {
    const test = open(() => RUNNING);
    test.controller.start(criteria(1), []);
    await test.settled();
    expect(test.reads).toHaveLength(PREVIEW_ATTEMPTS);
    expect(test.controller.getState().error).toMatchObject({ errorCode: PREVIEW_TIMED_OUT });
    expect(test.aborted).toEqual(['token-1']);
    expect(test.failures()).toBe(1);
  });

  it('fails with the words of the server and keeps what was shown before', async () => {
    const test = open((token) =>
      token === 'token-1' ? succeeded(12) : { ...RUNNING, status: 'FAILED', error: 'Too many companies' },
    );
    test.controller.start(criteria(1), []);
    await test.settled();
    test.controller.start(criteria(2), []);
    await test.settled();
    const { error, shown } = test.controller.getState();
    expect(error).toMatchObject({ errorCode: PREVIEW_FAILED, message: 'Too many companies' });
    expect(shown?.result).toEqual(resultOf(12));
    expect(test.failures()).toBe(1);
  });

  it('lives through a server that is away for a moment, not through one that stays away', async () => {
    const away = new ApiError(0, 'NETWORK', 'The server could not be reached.');
    const passing = open((_, attempt) => {
      if (attempt === 12) return succeeded(3);
      if (attempt === 6) return RUNNING;
      throw away;
    });
    passing.controller.start(criteria(1), []);
    await passing.settled();
    expect(passing.controller.getState().shown?.result).toEqual(resultOf(3));
    const lasting = open(() => {
      throw away;
    });
    lasting.controller.start(criteria(1), []);
    await lasting.settled();
    expect(lasting.controller.getState().error).toBe(away);
    expect(lasting.reads).toHaveLength(6);
  });

  it('waits for its turn while other previews of the account are ending', async () => {
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
    expect(controller.getState().shown?.result).toEqual(resultOf(1));
    expect(test.waits).toEqual([2_000, 2_000, 300]);
  });

  it('aborts the running one for a newer one, whose answer alone is shown', async () => {
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
    await untilQuiet();
    expect(test.controller.getState()).toMatchObject({ shown: { result: resultOf(2) }, error: null });
    expect(test.failures()).toBe(0);
  });

  it('aborts also a preview whose token was still on its way', async () => {
    const test = open(() => RUNNING);
    test.controller.start(criteria(1), []);
    test.controller.abort();
    expect(test.controller.getState()).toEqual({ shown: null, run: null, error: null });
    await until(() => test.aborted.length > 0);
    expect(test.aborted).toEqual(['token-1']);
    expect(test.reads).toEqual([]);
    expect(test.failures()).toBe(0);
  });

  it('shows a kept preview at once, also under other ids, and nothing without criteria', async () => {
    const test = open((token) => succeeded(token === 'token-1' ? 1 : 2));
    test.controller.start(criteria(1), []);
    await test.settled();
    test.controller.start(criteria(2), []);
    await test.settled();
    test.controller.start(criteria(1, 'copy'), []);
    expect(test.controller.getState()).toMatchObject({ shown: { result: resultOf(1) }, run: null });
    test.controller.restore(criteria(2), []);
    expect(test.controller.getState().shown?.result).toEqual(resultOf(2));
    test.controller.restore(criteria(3), []);
    expect(test.controller.getState().shown?.result).toEqual(resultOf(2));
    expect(test.started).toEqual(['token-1', 'token-2']);
    test.controller.start({ id: 'root', combinator: 'and', rules: [] }, []);
    expect(test.controller.getState()).toEqual({ shown: null, run: null, error: null });
  });
});
