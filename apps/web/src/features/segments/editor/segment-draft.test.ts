import type { Segment } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { domainsOf } from './domains.ts';
import { bodyOf, definitionOf, isDirty, newDraft, savedDraft } from './segment-draft.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `company-${at}.test`).join('\n');

const segment: Segment = {
  id: 's',
  name: 'Visitors',
  filters: null,
  inclusions: { domains: ['one.test', 'two.test'] },
  exclusions: { domains: [], segmentIds: ['other'] },
  limitOptions: { limit: 20, orderBy: 'employees', orderDirection: 'asc' },
  isDynamic: true,
  tableOptions: { selectedColumns: ['employees'] },
  sizeCompanies: 2,
  sizeContacts: 0,
  sizeCompaniesAddedRecently: 0,
  sizeCompaniesRemovedRecently: 0,
  sizeContactsAddedRecently: 0,
  sizeContactsRemovedRecently: 0,
  updateStatus: 'COMPLETE',
  refreshStatus: 'COMPLETE',
  problem: null,
  notFoundDomains: 0,
  lastComputedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  segmentPersonas: [],
};

it('reads pasted domains one per line, trimmed, without blank lines and repetitions', () => {
  expect(domainsOf(' one.test \r\n\n\ttwo.test\none.test\n')).toEqual(['one.test', 'two.test']);
});

it('saves what it read, and notices each change', () => {
  const draft = savedDraft(segment);
  const { name, filters, inclusions, exclusions, limitOptions, isDynamic, tableOptions } = segment;
  expect(bodyOf(draft)).toEqual({ name, filters, inclusions, exclusions, limitOptions, isDynamic, tableOptions });
  expect(isDirty({ ...draft, name: ' Visitors ', includedText: 'one.test\n\ntwo.test\n' }, draft)).toBe(false);
  for (const change of [
    { name: 'Guests' },
    { includedText: 'one.test' },
    { excludedText: 'two.test' },
    { excludedSegmentIds: [] },
    { limit: 21 },
    { isLimited: false },
    { isDynamic: false },
    { selectedColumns: null },
  ]) {
    expect(isDirty({ ...draft, ...change }, draft)).toBe(true);
  }
});

it('ignores the order of a limit that is switched off', () => {
  const draft = savedDraft({ ...segment, limitOptions: null });
  expect(draft).toMatchObject({ isLimited: false, limit: 100, orderBy: '__random' });
  expect(isDirty({ ...draft, limit: 5 }, draft)).toBe(false);
  expect(definitionOf({ ...draft, limit: 5 })?.limitOptions).toBeNull();
});

it('has no definition over the caps or without the number of a limit', () => {
  const draft = newDraft(undefined);
  expect(definitionOf({ ...draft, includedText: lines(5_000), excludedText: lines(2_000) })).not.toBeNull();
  expect(definitionOf({ ...draft, includedText: lines(5_001) })).toBeNull();
  expect(definitionOf({ ...draft, excludedText: lines(2_001) })).toBeNull();
  expect(definitionOf({ ...draft, isLimited: true, limit: null })).toBeNull();
});

it('starts with the companies of a market', () => {
  expect(newDraft('m1').filters.rules).toMatchObject([
    { field: '__sources', operator: 'containsAnyOf', value: ['MARKET:m1'] },
  ]);
  expect(definitionOf(newDraft(undefined))?.filters).toBeNull();
});
