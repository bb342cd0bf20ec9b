import type { ScoringConfig, ScoringRule } from '@quarry/contracts';
import { expect, test } from 'vitest';
import { asGroup, fromGroup, isDirty, isOutdated, newDraft, savedDraft } from './scoring-draft.ts';

const RULE: ScoringRule = { id: 'a', field: 'industry', operator: 'exists', value: null, score: 7 };
const CONFIG: ScoringConfig = {
  id: 'score-1',
  name: 'Fit',
  fieldName: 'score_score-1',
  isDefault: true,
  rules: [RULE],
  processingStatus: 'Fresh',
  problem: null,
  associatedScoringAnalysisReportId: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: null,
  lastModifiedAt: '2026-01-01T00:00:00.000Z',
};

test('a new scoring field has unsaved changes once it has a rule with a field, or another name', () => {
  const draft = newDraft('Quarry Score 1', null);
  expect(isDirty(draft)).toBe(false);
  expect(isDirty({ ...draft, name: 'Fit' })).toBe(true);
  expect(isDirty({ ...draft, rules: [RULE] })).toBe(true);
  // Rules of an analysis are not saved anywhere yet.
  expect(isDirty(newDraft('Quarry Score 1', { rules: [RULE], reportId: 'report' }))).toBe(true);
});

test('points are a change; the order of keys and a missing value are not', () => {
  const draft = savedDraft(CONFIG);
  expect(isDirty({ ...draft, rules: [{ score: 7, operator: 'exists', field: 'industry', id: 'a' }] })).toBe(false);
  expect(isDirty({ ...draft, rules: [{ ...RULE, score: 6 }] })).toBe(true);
});

test("someone else's other rules outdate a draft; a calculation does not", () => {
  const draft = savedDraft(CONFIG);
  const later = '2026-01-02T00:00:00.000Z';
  expect(isOutdated(draft, { ...CONFIG, processingStatus: 'Running' })).toBe(false);
  expect(isOutdated(draft, { ...CONFIG, lastModifiedAt: later, rules: [{ ...RULE, score: 1 }] })).toBe(true);
});

test('rules keep their points while their conditions are edited', () => {
  const group = asGroup([RULE]);
  const edited = { ...group, rules: [{ id: 'a', field: 'country', operator: 'exists', value: null }] };
  expect(fromGroup(edited, [RULE])).toEqual([{ ...RULE, field: 'country' }]);
});
