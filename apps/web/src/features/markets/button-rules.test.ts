import { expect, it } from 'vitest';
import { buttonReasons, type EditorSituation } from './button-rules.ts';

/** A saved draft in which nothing was edited since. */
const SAVED: EditorSituation = {
  isEmpty: false,
  isDirty: false,
  isLoading: false,
  isSaving: false,
  isPublishing: false,
  isPreviewing: false,
  hasUnpublishedChanges: true,
  isPendingReview: false,
  isSaved: true,
  isOutdated: false,
};

/** The buttons that can be used, by name. */
function usable(change: Partial<EditorSituation>): string[] {
  const reasons = buttonReasons({ ...SAVED, ...change });
  return Object.entries(reasons).flatMap(([button, reason]) => (reason === null ? [button] : []));
}

it('follows the rules of the editor', () => {
  expect(usable({ isSaved: false, isEmpty: true, hasUnpublishedChanges: false })).toEqual([]);
  expect(usable({ isSaved: false, isDirty: true, hasUnpublishedChanges: false })).toEqual(['preview', 'save']);
  expect(usable({})).toEqual(['preview', 'publish', 'copyLink']);
  expect(usable({ isDirty: true })).toEqual(['preview', 'save', 'copyLink']);
  expect(usable({ isDirty: true, isEmpty: true })).toEqual(['copyLink']);
  expect(usable({ hasUnpublishedChanges: false })).toEqual(['preview', 'copyLink']);
});

it('lets staff approve only what waits, differs from what is published, and is what is shown', () => {
  expect(usable({ isPendingReview: true })).toEqual(['preview', 'publish', 'approve', 'copyLink']);
  expect(usable({ isPendingReview: true, hasUnpublishedChanges: false })).not.toContain('approve');
  expect(usable({ isPendingReview: true, isDirty: true })).not.toContain('approve');
});

it('waits for what is on its way, and for somebody else’s save to be looked at', () => {
  expect(usable({ isDirty: true, isSaving: true })).toEqual(['preview', 'copyLink']);
  expect(usable({ isPendingReview: true, isPublishing: true })).toEqual(['preview', 'copyLink']);
  expect(usable({ isPreviewing: true })).toEqual(['publish', 'copyLink']);
  expect(usable({ isDirty: true, isLoading: true })).toEqual(['copyLink']);
  expect(usable({ isOutdated: true })).toEqual(['preview', 'copyLink']);
});
