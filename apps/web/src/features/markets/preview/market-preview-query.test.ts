import type { FilterGroup } from '@quarry/filters';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PreviewTransport } from './poll-preview.ts';
import { createPreviewController } from './preview-controller.ts';

const netNew = { schema: [], previewData: [], totalCompanies: 0, totalNetNewCompanies: 0 };
const criteria: FilterGroup = {
  id: 'root',
  combinator: 'and',
  rules: [{ id: '1', field: 'firmographics/employees', operator: 'gt', value: 1 }],
};
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
  controllerOf('demo', '1').start(criteria, []);
  await vi.advanceTimersByTimeAsync(0);
  const find = (clientName: string, datasetVersion: string) => {
    const controller = controllerOf(clientName, datasetVersion);
    controller.restore(criteria, []);
    return controller.getState().shown;
  };
  return { queryClient, find };
}

it('keeps a preview for other pages', async () => {
  const { find } = await open();
  expect(find('demo', '1')?.result).toEqual({ allCompanies: null, netNew });
});

it('forgets what was counted against another dataset', async () => {
  const { find } = await open();
  expect(find('demo', '2')).toBeNull();
});

it('tells accounts apart and forgets with time and on demand', async () => {
  const { queryClient, find } = await open();
  expect(find('acme', '1')).toBeNull();
  await vi.advanceTimersByTimeAsync(599_999);
  expect(find('demo', '1')).not.toBeNull();
  await vi.advanceTimersByTimeAsync(2);
  expect(find('demo', '1')).toBeNull();
  const again = await open();
  again.queryClient.clear();
  expect(again.find('demo', '1')).toBeNull();
  queryClient.clear();
});
