import type { Market } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { expect, it } from 'vitest';
import { afterSave, clonedDraft, isDirty, isOutdated, newDraft, savedDraft, takeOver } from './market-draft.ts';

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
  isPendingReview: false,
  hasUnpublishedChanges: true,
  draftMarketCriteria: criteria(50),
  draftVersion: 3,
  criteria: null,
  dataBlockConfigs: [],
  publishRequest: null,
  publishedAt: null,
  sourcing: { isWaiting: false, companiesAdded: 0, companiesWithheld: 0, lastSourcedAt: null },
  ...change,
});

it('knows edits from what is saved, whatever the order of keys and however a thing is undone', () => {
  const draft = savedDraft(market());
  expect(isDirty(draft)).toBe(false);
  const travelled: FilterGroup = {
    rules: [{ value: 50, operator: 'gt', field: 'firmographics/employee_count', id: 'size', configId: undefined }],
    not: false,
    combinator: 'and',
    id: 'root',
  };
  expect(isDirty({ ...draft, criteria: travelled, name: ' Climate ' })).toBe(false);
  expect(isDirty({ ...draft, criteria: criteria(51) })).toBe(true);
  expect(isDirty({ ...draft, criteria: { ...criteria(50), not: true } })).toBe(true);
  expect(isDirty({ ...draft, name: 'Weather' })).toBe(true);
});

it('starts empty and clean, and a clone unsaved', () => {
  expect(isDirty(newDraft(EMPTY))).toBe(false);
  const clone = clonedDraft(market(), EMPTY);
  expect(clone).toMatchObject({ name: 'Climate (Clone)', criteria: criteria(50), base: { version: null } });
  expect(isDirty(clone)).toBe(true);
});

it('takes a new name and the version of an edited configuration over, never other criteria', () => {
  const edited = { ...savedDraft(market()), criteria: criteria(60) };
  const renamed = takeOver(edited, market({ name: 'Weather', draftVersion: 4 }));
  expect(renamed).toMatchObject({ name: 'Weather', criteria: criteria(60), base: { name: 'Weather', version: 4 } });
  expect(takeOver({ ...edited, name: 'Mine' }, market({ name: 'Weather' }))).toMatchObject({
    name: 'Mine',
    base: { name: 'Weather', version: 3 },
  });
  const theirs = market({ draftMarketCriteria: criteria(70), draftVersion: 4 });
  expect(isOutdated(edited, theirs)).toBe(true);
  expect(takeOver(edited, theirs)).toBe(edited);
  // An answer from before the last save says nothing.
  expect(isOutdated(edited, market({ draftMarketCriteria: criteria(70), draftVersion: 2 }))).toBe(false);
});

it('keeps what was edited while it was saved', () => {
  const sent = { name: ' Climate 2', criteria: criteria(60) };
  const saved = market({ name: 'Climate 2', draftMarketCriteria: criteria(60), draftVersion: 4 });
  const calm = afterSave({ ...savedDraft(market()), ...sent }, sent, saved);
  expect(calm.name).toBe('Climate 2');
  expect(isDirty(calm)).toBe(false);
  const busy = afterSave({ ...savedDraft(market()), name: sent.name, criteria: criteria(61) }, sent, saved);
  expect(isDirty(busy)).toBe(true);
  expect(busy.base).toMatchObject({ criteria: criteria(60), version: 4 });
});
