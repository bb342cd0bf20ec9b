import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { expect, it } from 'vitest';
import { applySave, clonedDraft, isDirty, isOutdated, newDraft, rebase, savedDraft } from './market-draft.ts';

const EMPTY: FilterGroup = { id: 'root', combinator: 'and', rules: [] };
const criteria = (value: number): FilterGroup => ({
  id: 'root',
  combinator: 'and',
  rules: [{ id: 'size', field: 'firmographics/employee_count', operator: 'gt', value }],
});
const market = (change: Partial<Market> = {}): Market => ({
  id: 'm1',
  name: 'Climate',
  createdAt: '2026-01-01T00:00:00Z',
  createdBy: null,
  isPublished: false,
  isLive: false,
  isPaused: false,
  isPendingReview: false,
  hasUnpublishedChanges: true,
  draftMarketCriteria: criteria(50),
  draftVersion: 3,
  criteria: null,
  dataBlockConfigs: [],
  publishRequest: null,
  lastReview: null,
  publishedAt: null,
  sourcing: { isWaiting: false, companiesAdded: 0, companiesWithheld: 0, lastSourcedAt: null },
  ...change,
});

it('detects edits regardless of key order, and none once they are undone', () => {
  const draft = savedDraft(market());
  expect(isDirty(draft)).toBe(false);
  const reordered: FilterGroup = {
    rules: [{ value: 50, operator: 'gt', field: 'firmographics/employee_count', id: 'size', configId: undefined }],
    not: false,
    combinator: 'and',
    id: 'root',
  };
  expect(isDirty({ ...draft, criteria: reordered, name: ' Climate ' })).toBe(false);
  expect(isDirty({ ...draft, criteria: criteria(51) })).toBe(true);
  expect(isDirty({ ...draft, criteria: { ...criteria(50), not: true } })).toBe(true);
  expect(isDirty({ ...draft, name: 'Weather' })).toBe(true);
});

it('starts clean if new, and unsaved if cloned', () => {
  expect(isDirty(newDraft(EMPTY))).toBe(false);
  const clone = clonedDraft(market(), EMPTY);
  expect(clone).toMatchObject({ name: 'Climate (Clone)', criteria: criteria(50), base: { version: null } });
  expect(isDirty(clone)).toBe(true);
});

it('takes over a new name and the version of an edited configuration, but never other criteria', () => {
  const edited = { ...savedDraft(market()), criteria: criteria(60) };
  const renamed = rebase(edited, market({ name: 'Weather', draftVersion: 4 }));
  expect(renamed).toMatchObject({ name: 'Weather', criteria: criteria(60), base: { name: 'Weather', version: 4 } });
  expect(rebase({ ...edited, name: 'Mine' }, market({ name: 'Weather' }))).toMatchObject({
    name: 'Mine',
    base: { name: 'Weather', version: 3 },
  });
  const theirs = market({ draftMarketCriteria: criteria(70), draftVersion: 4 });
  expect(isOutdated(edited, theirs)).toBe(true);
  expect(rebase(edited, theirs)).toBe(edited);
  // A response from before the last save is ignored.
  expect(isOutdated(edited, market({ draftMarketCriteria: criteria(70), draftVersion: 2 }))).toBe(false);
});

it('keeps edits made during a save', () => {
  const sent = { name: ' Climate 2', criteria: criteria(60) };
  const saved = market({ name: 'Climate 2', draftMarketCriteria: criteria(60), draftVersion: 4 });
  const unedited = applySave({ ...savedDraft(market()), ...sent }, sent, saved);
  expect(unedited.name).toBe('Climate 2');
  expect(isDirty(unedited)).toBe(false);
  const editedAgain = applySave({ ...savedDraft(market()), name: sent.name, criteria: criteria(61) }, sent, saved);
  expect(isDirty(editedAgain)).toBe(true);
  expect(editedAgain.base).toMatchObject({ criteria: criteria(60), version: 4 });
});
