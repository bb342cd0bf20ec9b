import { describe, expect, test } from 'vitest';
import { dateEdges, dayNumber, dayText, numberEdges } from './histogram-edges.ts';

const of = (min: number, max: number, lower: number, upper: number, isWhole = true) =>
  numberEdges({ min, max, lower, upper, isWhole });
const ofDates = (...[min, max, lower, upper]: [string, string, string, string]) =>
  dateEdges({
    min: dayNumber(min),
    max: dayNumber(max),
    lower: dayNumber(lower),
    upper: dayNumber(upper),
    isWhole: true,
  }).map(dayText);

describe('the bars of numbers', () => {
  test('have one round width', () => {
    expect(of(0, 100, 25, 75)).toEqual([
      0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100, 105,
    ]);
    expect(of(1, 5, 3, 4.5, false).slice(0, 4)).toEqual([1, 1.2, 1.4, 1.6]);
    expect(of(1987, 2026, 2001, 2015).slice(0, 3)).toEqual([1986, 1988, 1990]);
  });
  test('of whole numbers never divide one', () => {
    expect(of(0, 4, 1, 3)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(of(7, 7, 7, 7)).toEqual([7, 8]);
  });
  test('of a single fraction have a width', () => {
    const [from = 0, to = 0] = of(0.25, 0.25, 0.25, 0.25, false);
    expect(from).toBeLessThanOrEqual(0.25);
    expect(to).toBeGreaterThan(0.25);
  });
  test('grow if most values are small', () => {
    expect(of(0, 3000, 5, 60)).toEqual([0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000]);
    expect(of(3, 3000, 5, 60).slice(0, 3)).toEqual([2, 5, 10]);
  });
  test('are outer ones for few values far away', () => {
    const edges = of(-10_000, 90_000, -10, 30);
    expect(edges.slice(0, 3)).toEqual([-10_000, -140, -120]);
    expect(edges.at(-1)).toBeGreaterThan(90_000);
  });
  test.each([
    [0, 0, 0, 0, true],
    [-5, -1, -4, -2, false],
    [-1e-9, 1e12, 1, 2, false],
    [0, 1e15, 1, 10, true],
    [0.001, 0.002, 0.0012, 0.0018, false],
    [1e9, 1e9 + 3, 1e9, 1e9 + 1, true],
  ])('cover %d to %d in increasing order', (min, max, lower, upper, isWhole) => {
    const edges = of(min, max, lower, upper, isWhole);
    expect(edges[0]).toBeLessThanOrEqual(min);
    expect(edges.at(-1)).toBeGreaterThan(max);
    expect(edges).toEqual([...new Set(edges)].toSorted((one, other) => one - other));
    expect(edges.length).toBeLessThanOrEqual(160);
  });
});

describe('the bars of dates', () => {
  test('are days, weeks from Monday, months, quarters or years', () => {
    expect(ofDates('2026-03-01', '2026-03-03', '2026-03-01', '2026-03-02')).toEqual([
      '2026-03-01',
      '2026-03-02',
      '2026-03-03',
      '2026-03-04',
    ]);
    expect(ofDates('2026-01-01', '2026-03-01', '2026-01-15', '2026-02-15').slice(0, 2)).toEqual([
      '2025-12-29',
      '2026-01-05',
    ]);
    expect(ofDates('2025-02-03', '2026-03-01', '2025-06-01', '2025-12-01').slice(0, 2)).toEqual([
      '2025-02-01',
      '2025-03-01',
    ]);
    expect(ofDates('2020-02-03', '2026-03-01', '2022-06-01', '2025-12-01').slice(0, 2)).toEqual([
      '2020-01-01',
      '2020-04-01',
    ]);
    expect(ofDates('2001-02-03', '2026-03-01', '2010-06-01', '2020-12-01').at(-1)).toBe('2027-01-01');
  });
  test('are outer ones for few dates far away', () => {
    const edges = ofDates('1900-01-01', '2026-03-01', '2025-01-01', '2025-06-01');
    expect(edges.slice(0, 2)).toEqual(['1900-01-01', '2023-10-01']);
    expect(edges.at(-1)).toBe('2026-04-01');
  });
});
