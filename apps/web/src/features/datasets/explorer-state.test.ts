import type { FilterGroup } from '@quarry/filters';
import { describe, expect, it } from 'vitest';
import {
  DEFAULT_STATE,
  CLOSED_PANELS as noPanels,
  readHash,
  withHashPart,
  withPageSize,
  withQuery,
  withSort,
  writeHash,
} from './explorer-state.ts';

const filters: FilterGroup = {
  id: 'g',
  combinator: 'and',
  rules: [{ id: 'r', field: 'industry', operator: 'isOneOf', value: ['100% & more #1', 'Łódź "x" =', '%41'] }],
};

describe('the explorer in the URL', () => {
  it('has no hash by default', () => {
    expect(writeHash(DEFAULT_STATE, noPanels)).toBe('');
    expect(readHash('').state).toEqual(DEFAULT_STATE);
    expect(readHash('#show-filters').panels.isFiltersOpen).toBe(true);
  });
  it('survives the round trip, even if a router decodes the hash again', () => {
    const query = { filters, search: 'a&b=%', tab: 'NEWLY_SOURCED', pageIndex: 3, tagId: 'tag %1' } as const;
    const state = { ...DEFAULT_STATE, ...query };
    const panels = {
      isFiltersOpen: true,
      companyId: '18446744073709551615',
      companyTab: 'CONTACTS',
      fieldName: 'x',
      isExporting: true,
    } as const;
    const hash = writeHash(state, panels);
    for (const form of [hash, `#${hash}`, `#${decodeURIComponent(hash)}`]) {
      expect(readHash(form)).toEqual({ state, panels, isBroken: false });
    }
  });
  it('leaves out the state of an open view until it changes, also back to the default', () => {
    const view = { ...DEFAULT_STATE, filters, sortBy: 'industry' };
    expect(writeHash(view, noPanels, view)).toBe('');
    expect(readHash('', view).state).toEqual(view);
    for (const changed of [{ ...view, search: 'a' }, DEFAULT_STATE]) {
      const hash = writeHash(changed, noPanels, view);
      expect(hash).not.toBe('');
      expect(readHash(hash, view).state).toEqual(changed);
    }
  });
  it('takes a part in place of one with the same name', () => {
    expect(withHashPart('', 'company=7')).toBe('company=7');
    expect(withHashPart('#show-filters&state=x&company=5', 'company=7')).toBe('show-filters&state=x&company=7');
    expect(withHashPart('export', 'export')).toBe('export');
  });
  it('falls back to defaults and reports a hash that cannot be read', () => {
    for (const bad of [
      '#state={',
      '#state=%7B',
      '#state=%E0%A4',
      '#state={"pageSize":1e9}',
      '#state={"tab":"X"}',
      '#state=7',
    ]) {
      expect(readHash(bad)).toMatchObject({ state: DEFAULT_STATE, isBroken: true });
    }
    expect(readHash('#company=abc&company-tab=NO').panels).toMatchObject({ companyId: null, companyTab: 'OVERVIEW' });
  });
});

describe('changes', () => {
  const onPage3 = { ...DEFAULT_STATE, pageIndex: 3 };
  it('returns to the first page with a new tab, search or filter', () => {
    expect(withQuery(onPage3, { tab: 'NEWLY_SOURCED' })).toMatchObject({ pageIndex: 0, tab: 'NEWLY_SOURCED' });
    expect(withQuery(onPage3, { search: 'x' }).pageIndex).toBe(0);
    expect(withQuery(onPage3, { filters }).pageIndex).toBe(0);
  });
  it('resets the sort when the applied one is chosen again', () => {
    const sorted = withSort(onPage3, 'name', 'asc');
    expect(sorted).toMatchObject({ sortBy: 'name', sortDirection: 'asc', pageIndex: 0 });
    expect(withSort(sorted, 'name', 'desc')).toMatchObject({ sortBy: 'name', sortDirection: 'desc' });
    expect(withSort(sorted, 'name', 'asc')).toMatchObject({ sortBy: '__company_id', sortDirection: 'desc' });
  });
  it('keeps the first row visible when the page size changes', () => {
    expect(withPageSize({ ...DEFAULT_STATE, pageIndex: 5, pageSize: 25 }, 100).pageIndex).toBe(1);
  });
});
