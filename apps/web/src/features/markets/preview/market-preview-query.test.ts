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

/** Previews some criteria; `find` restores the preview from a new controller, as another page would. */
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
    return controller.getState().latest;
  };
  return { queryClient, make, find };
}

it('keeps a preview for other pages', async () => {
  const { find } = await open();
  expect(find('demo', '1')?.result).toEqual({ allCompanies: null, netNew });
});

it('keeps the five most recently shown previews', async () => {
  const { make, find } = await open();
  for (const value of [2, 3, 4, 5]) await make(value);
  expect(find('demo', '1', 1)).not.toBeNull();
  await vi.advanceTimersByTimeAsync(1);
  await make(6);
  // Finding the first one made the second the least recently shown.
  expect([1, 2, 3, 4, 5, 6].filter((value) => find('demo', '1', value))).toEqual([1, 3, 4, 5, 6]);
});

it('ignores previews of another dataset version', async () => {
  const { find } = await open();
  expect(find('demo', '2')).toBeNull();
});

it('keeps accounts apart, and drops previews after ten minutes and on clear', async () => {
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
