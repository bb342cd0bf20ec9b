import { expect, test } from 'vitest';
import { signed } from './signed.ts';

test('points have a sign', () => {
  expect([7, 0, -3].map(signed)).toEqual(['+7', '0', '−3']);
});
