import { exportConfig } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { CLOSED_PANELS, DEFAULT_STATE, type ExplorerState, readHash, writeHash } from '../datasets/explorer-state.ts';
import { type ExportChoice, explorerStateOf, exportRequest } from './export-request.ts';

const STATE: ExplorerState = {
  ...DEFAULT_STATE,
  filters: { id: 'g', combinator: 'and', rules: [{ id: 'r', field: 'employees', operator: 'gt', value: 10 }] },
  search: 'labs & co',
  tab: 'NEWLY_SOURCED',
  sortBy: 'employees',
  sortDirection: 'asc',
  pageIndex: 4,
};
const CHOICE: ExportChoice = { name: '  ', type: 'DATASET', columns: ['b', 'a'], format: 'parquet', values: 'RAW' };

it('requests the explorer’s result on all its pages, and no name instead of a blank one', () => {
  const { filters, search, tab } = STATE;
  expect(exportRequest(STATE, null, CHOICE)).toEqual({
    exportType: 'DATASET',
    exportName: null,
    exportConfig: {
      companyIds: null,
      filters,
      search,
      tab,
      sortby: 'employees',
      sortdirection: 'asc',
      columns: ['b', 'a', '__company_id', '__linked_in_id'],
      format: 'parquet',
      values: 'RAW',
    },
  });
  expect(exportRequest(STATE, null, { ...CHOICE, name: ' Mine ', columns: null })).toMatchObject({
    exportName: 'Mine',
    exportConfig: { columns: null },
  });
});

it('requests exactly the chosen companies in the order of the table, whatever the search finds', () => {
  expect(exportRequest(STATE, ['7', '3'], CHOICE).exportConfig).toMatchObject({
    companyIds: ['7', '3'],
    filters: null,
    search: '',
    tab: 'ALL',
    sortby: 'employees',
    sortdirection: 'asc',
  });
});

it('leaves columns and format to the template of LinkedIn Ads', () => {
  const request = exportRequest(STATE, null, { ...CHOICE, type: 'DATASET_LINKEDIN_ADS' });
  expect(request.exportConfig).toMatchObject({ columns: null, format: 'csv', search: 'labs & co' });
});

it('restores the same companies in the explorer', () => {
  const config = exportConfig.parse(exportRequest(STATE, null, CHOICE).exportConfig);
  const { state } = readHash(writeHash(explorerStateOf({ exportConfig: config }), CLOSED_PANELS));
  expect(state).toEqual({ ...STATE, pageIndex: 0 });
});
