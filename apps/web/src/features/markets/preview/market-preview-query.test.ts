import type { FilterGroup } from '@quarry/filters';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PreviewTransport } from './poll-preview.ts';
import { createPreviewController } from './preview-controller.ts';

const netNew = { schema: [], previewData: [], totalCompanies: 0, totalNetNewCompanies: 0 };
const transport: PreviewTransport = {
  start: () => Promise.resolve('token'),
  read: () =>
    Promise.resolve({
      status: 'SUCCEEDED',
      progress: null,
      output: { result: { allCompanies: null, netNew } },
      error: null,
    }),
  abort: () => undefined,
  wait: () => Promise.resolve(),
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const criteriaOf = (value: number): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: '1', field: 'firmographics/employees', operator: 'gt', value }],
});

/** A controller of an account whose preview of the criteria was made; `find` looks for it as another page would. */
async function open() {
  const queryClient = new QueryClient();
  const controllerOf = (clientName: string, datasetVersion: string) =>
    createPreviewController({
      clientName,
      transport,
      queryClient,
      datasetVersion: () => datasetVersion,
      now: () => Date.now(),
      onFailure: () => undefined,
    });
  const make = async (value: number) => {
    controllerOf('demo', '1').start(criteriaOf(value), []);
    await vi.advanceTimersByTimeAsync(1);
  };
  await make(1);
  const find = (clientName: string, datasetVersion: string, value = 1) => {
    const controller = controllerOf(clientName, datasetVersion);
    controller.restore(criteriaOf(value), []);
    return controller.getState().shown;
  };
  return { queryClient, make, find };
}

it('keeps a preview for other pages', async () => {
  const { find } = await open();
  expect(find('demo', '1')?.result).toEqual({ allCompanies: null, netNew });
});

it('keeps the five previews that were shown last', async () => {
  const { make, find } = await open();
  for (const value of [2, 3, 4, 5]) await make(value);
  expect(find('demo', '1', 1)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await make(6);
  // Looking at the first one made the second the one not shown for longest.
  expect([1, 2, 3, 4, 5, 6].filter((value) => find('demo', '1', value))).toEqual([1, 3, 4, 5, 6]);
});

it('forgets what was counted against another dataset', async () => {
  const { find } = await open();
  expect(find('demo', '2')).toBeNull();
});

it('tells accounts apart and forgets with time and on demand', async () => {
  const { queryClient, find } = await open();
  expect(find('acme', '1')).toBeNull();
  await vi.advanceTimersByTimeAsync(599_998);
  expect(find('demo', '1')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2);
  expect(find('demo', '1')).toBeNull();
  const again = await open();
  again.queryClient.clear();
  expect(again.find('demo', '1')).toBeNull();
  queryClient.clear();
});
