import { expect, it } from 'vitest';
import { buttonReasons, type MarketEditorState } from './button-rules.ts';

/** A saved draft without edits. */
const SAVED: MarketEditorState = {
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

function enabledButtons(change: Partial<MarketEditorState>): string[] {
  const reasons = buttonReasons({ ...SAVED, ...change });
  return Object.entries(reasons).flatMap(([button, reason]) => (reason === null ? [button] : []));
}

it('enables the buttons that the draft allows', () => {
  expect(enabledButtons({ isSaved: false, isEmpty: true, hasUnpublishedChanges: false })).toEqual([]);
  expect(enabledButtons({ isSaved: false, isDirty: true, hasUnpublishedChanges: false })).toEqual(['preview', 'save']);
  expect(enabledButtons({})).toEqual(['preview', 'publish', 'copyLink']);
  expect(enabledButtons({ isDirty: true })).toEqual(['preview', 'save', 'copyLink']);
  expect(enabledButtons({ isDirty: true, isEmpty: true })).toEqual(['copyLink']);
  expect(enabledButtons({ hasUnpublishedChanges: false })).toEqual(['preview', 'copyLink']);
});

it('lets staff approve only a pending, unpublished and unedited draft', () => {
  expect(enabledButtons({ isPendingReview: true })).toEqual(['preview', 'publish', 'approve', 'copyLink']);
  expect(enabledButtons({ isPendingReview: true, hasUnpublishedChanges: false })).not.toContain('approve');
  expect(enabledButtons({ isPendingReview: true, isDirty: true })).not.toContain('approve');
});

it('waits for running actions, and for a reload after someone else’s save', () => {
  expect(enabledButtons({ isDirty: true, isSaving: true })).toEqual(['preview', 'copyLink']);
  expect(enabledButtons({ isPendingReview: true, isPublishing: true })).toEqual(['preview', 'copyLink']);
  expect(enabledButtons({ isPreviewing: true })).toEqual(['publish', 'copyLink']);
  expect(enabledButtons({ isDirty: true, isLoading: true })).toEqual(['copyLink']);
  expect(enabledButtons({ isOutdated: true })).toEqual(['preview', 'copyLink']);
});
