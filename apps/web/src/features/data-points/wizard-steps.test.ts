import { expect, it } from 'vitest';
import { chooseField, initialState, stepAfter, stepBefore } from './wizard-steps.ts';

it('skips configuration and preview for static data points', () => {
  expect([1, 2, 3].map((step) => stepAfter(step as 1 | 2 | 3, true))).toEqual([2, 3, 4]);
  expect([4, 3, 2, 1].map((step) => stepBefore(step as 1 | 2 | 3 | 4, true))).toEqual([3, 2, 1, 1]);
  expect([stepAfter(1, false), stepBefore(4, false)]).toEqual([4, 1]);
});

it('starts at the first open question', () => {
  const jobs = { field: 'jobs/count', configId: 'sales' };
  expect(initialState(undefined, false)).toEqual({ step: 1, field: '', configId: null });
  expect(initialState(jobs, true)).toEqual({ step: 3, ...jobs });
  expect(initialState({ ...jobs, configId: null }, true).step).toBe(2);
  expect(initialState({ field: 'funding/investors', configId: null }, false).step).toBe(4);
});

it('keeps the configuration only within the same block', () => {
  const chosen = { step: 1, field: 'jobs/count', configId: 'sales' } as const;
  expect(chooseField(chosen, 'jobs/titles')).toEqual({ ...chosen, field: 'jobs/titles' });
  expect(chooseField(chosen, 'team_members/count').configId).toBeNull();
});
