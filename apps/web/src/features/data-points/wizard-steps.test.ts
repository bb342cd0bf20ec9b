import { expect, it } from 'vitest';
import { chooseField, firstState, stepAfter, stepBefore } from './wizard-steps.ts';

it('leads through configuration and preview only where there is something to configure', () => {
  expect([1, 2, 3].map((step) => stepAfter(step as 1 | 2 | 3, true))).toEqual([2, 3, 4]);
  expect([4, 3, 2, 1].map((step) => stepBefore(step as 1 | 2 | 3 | 4, true))).toEqual([3, 2, 1, 1]);
  expect([stepAfter(1, false), stepBefore(4, false)]).toEqual([4, 1]);
});

it('begins with what is not known yet', () => {
  const jobs = { field: 'jobs/count', configId: 'sales' };
  expect(firstState(undefined, false)).toEqual({ step: 1, field: '', configId: null });
  expect(firstState(jobs, true)).toEqual({ step: 3, ...jobs });
  expect(firstState({ ...jobs, configId: null }, true).step).toBe(2);
  expect(firstState({ field: 'funding/investors', configId: null }, false).step).toBe(4);
});

it('keeps the configuration for another data point of the same block only', () => {
  const chosen = { step: 1, field: 'jobs/count', configId: 'sales' } as const;
  expect(chooseField(chosen, 'jobs/titles')).toEqual({ ...chosen, field: 'jobs/titles' });
  expect(chooseField(chosen, 'team_members/count').configId).toBeNull();
});
