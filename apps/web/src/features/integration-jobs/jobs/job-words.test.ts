import { expect, it } from 'vitest';
import { countsText, jobState } from './job-words.ts';

it('says what became of the records, and what is still to do', () => {
  const none = { toProcess: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
  expect(countsText('Auto Sync', none)).toBe('–');
  expect(countsText('Auto Sync', { ...none, toProcess: 1200 })).toBe('1,200 to process');
  const some = { ...none, toProcess: 1200, created: 1100, failed: 3 };
  expect(countsText('Manual Sync', some)).toBe('1,100 created, 3 failed');
  expect(countsText('Dry Run', some)).toBe('1,100 to create, 3 will fail');
  expect(countsText('Undo', { ...none, updated: 7, skipped: 2 })).toBe('7 taken back, 2 left as they are');
});

it('labels jobs, a paused one with its time', () => {
  expect(jobState({ status: 'WAITING', pausedUntil: null }).label).toBe('In Progress');
  expect(jobState({ status: 'IN_PROGRESS', pausedUntil: '2026-03-12T00:00:00Z' }).label).toMatch(
    /^Paused until \d+ Mar 2026, \d\d:00$/,
  );
  expect(jobState({ status: 'CANCELLED', pausedUntil: null })).toEqual({ state: 'failed', label: 'Cancelled' });
});
