import { expect, test } from 'vitest';
import {
  axisOf,
  isInRange,
  labelledBars,
  niceCeiling,
  outlinePath,
  perBarWidth,
  rangeOf,
  type ScoreBucket,
  scoresText,
} from './distribution-layout.ts';

const bar = (rangeMin: number, rangeMax: number, count = 0): ScoreBucket => ({
  rangeMin,
  rangeMax,
  count,
  sampleDomains: [],
});

test('a bar names its first and last score', () => {
  expect(scoresText(bar(5, 6))).toBe('5');
  expect(scoresText(bar(-10, -7))).toBe('−10 to −8');
});

test('bars dragged over in either direction select all their scores and no other', () => {
  const range = rangeOf(bar(6, 9), bar(0, 3));
  expect(range).toEqual([0, 8]);
  expect([bar(-3, 0), bar(0, 3), bar(6, 9), bar(9, 12)].map((each) => isInRange(each, range))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});

test('at most seven bars have a label, evenly spaced', () => {
  const bars = Array.from({ length: 20 }, (_, at) => bar(at, at + 1));
  expect(labelledBars(bars).map(({ rangeMin }) => rangeMin)).toEqual([0, 3, 6, 9, 12, 15, 18]);
});

test('the count axis ends at a round number', () => {
  expect([0, 1, 3, 20, 21, 480, 1_001].map(niceCeiling)).toEqual([1, 1, 3, 20, 30, 500, 1_200]);
});

test('a distribution with wider bars is drawn on the scale of the narrower ones', () => {
  const before = [bar(0, 10, 100), bar(10, 20, 40)];
  const axis = axisOf([bar(0, 5)], before);
  expect(axis).toEqual({ from: 0, to: 20 });
  const scaled = perBarWidth(before, 5);
  expect(scaled.map(({ count }) => count)).toEqual([50, 20]);
  expect(outlinePath(scaled, axis, 50)).toBe('M0 100V0H50V60H100V100');
});
