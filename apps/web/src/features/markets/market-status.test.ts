import { expect, it } from 'vitest';
import { hasUnpublishedEdits, marketStatus } from './market-status.ts';

it('is a draft until it is published, then live or static', () => {
  expect(marketStatus({ isPublished: false, isLive: false })).toBe('DRAFT');
  expect(marketStatus({ isPublished: false, isLive: true })).toBe('DRAFT');
  expect(marketStatus({ isPublished: true, isLive: false })).toBe('STATIC');
  expect(marketStatus({ isPublished: true, isLive: true })).toBe('LIVE');
});

it('has unpublished edits if it was edited after it was published, until someone asks to publish them', () => {
  const edited = { isPublished: true, hasUnpublishedChanges: true, isPendingReview: false };
  expect(hasUnpublishedEdits(edited)).toBe(true);
  expect(hasUnpublishedEdits({ ...edited, isPublished: false })).toBe(false);
  expect(hasUnpublishedEdits({ ...edited, hasUnpublishedChanges: false })).toBe(false);
  expect(hasUnpublishedEdits({ ...edited, isPendingReview: true })).toBe(false);
});
