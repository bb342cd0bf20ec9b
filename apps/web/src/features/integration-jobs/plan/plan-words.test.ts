import { expect, it } from 'vitest';
import { callsText, durationText, exceedsDay } from './plan-words.ts';

it('tells how long a plan takes', () => {
  expect([0, 45, 89, 90, 3_600, 5_400, 9_000].map(durationText)).toEqual([
    '1 second',
    '45 seconds',
    '89 seconds',
    '2 minutes',
    '60 minutes',
    '1.5 hours',
    '2.5 hours',
  ]);
});

it('tells what a plan takes of the daily allowance', () => {
  expect(callsText({ apiCalls: null, dailyAllowance: null, dailyRemaining: null })).toBeNull();
  expect(callsText({ apiCalls: 1, dailyAllowance: null, dailyRemaining: null })).toBe('1 call');
  const plan = { apiCalls: 500, dailyAllowance: 20_000, dailyRemaining: 400 };
  expect(callsText(plan)).toBe('500 calls, 2.5% of the 20,000 a day; 400 are left today');
  expect(exceedsDay(plan)).toBe(true);
});
