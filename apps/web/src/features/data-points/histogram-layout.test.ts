import { describe, expect, test } from 'vitest';
import { axisLabels, boundsOf, positionOf } from './histogram-layout.ts';

const bins = (...edges: (number | string)[]) =>
  edges.slice(0, -1).map((from, at) => ({ from, to: edges[at + 1] ?? from, count: 1 }));

test('a value has its place within its bar', () => {
  const growing = bins(0, 1, 2, 10);
  expect([0, 0.5, 2, 6, 10].map((value) => positionOf(growing, value))).toEqual([0, 0.5, 2, 2.5, 3]);
  expect(positionOf(bins('2026-01-01', '2026-02-01', '2026-03-01'), '2026-02-15')).toBe(1.5);
});

test('the first and last edge are named, and some between them', () => {
  expect(axisLabels(bins(0, 1, 2, 3, 4, 5, 6, 7, 8))).toEqual([
    { value: 0, position: 0, isOpen: false },
    { value: 2, position: 0.25, isOpen: false },
    { value: 4, position: 0.5, isOpen: false },
    { value: 6, position: 0.75, isOpen: false },
    { value: 8, position: 1, isOpen: false },
  ]);
  expect(axisLabels(bins(-1000, 0, 1, 2, 1000))).toEqual([
    { value: 0, position: 0.25, isOpen: true },
    { value: 1, position: 0.5, isOpen: false },
    { value: 2, position: 0.75, isOpen: true },
  ]);
  expect(axisLabels([])).toEqual([]);
});

describe('the bounds of bars', () => {
  const range = (edges: (number | string)[], min: number | string, max: number | string) => {
    const all = bins(...edges);
    const [first, last] = [all[0], all.at(-1)];
    if (first === undefined || last === undefined) throw new Error('No bars');
    return boundsOf(first, last, { min, max });
  };
  test('end before the next whole number or day', () => {
    expect(range([10, 20, 30], 0, 100)).toEqual({ from: 10, to: 29 });
    expect(range(['2026-01-01', '2026-02-01', '2026-03-01'], '2020-01-01', '2026-12-31')).toEqual({
      from: '2026-01-01',
      to: '2026-02-28',
    });
  });
  test('of fractions include the next edge', () => {
    expect(range([0, 0.2, 0.4], -1, 3.5)).toEqual({ from: 0, to: 0.4 });
  });
  test('are cut to the values that occur', () => {
    expect(range([0, 50, 100], 7, 93)).toEqual({ from: 7, to: 93 });
  });
});
