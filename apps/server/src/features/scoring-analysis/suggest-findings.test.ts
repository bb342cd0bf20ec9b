import { describe, expect, test } from 'vitest';
import { separation } from './check-rules.ts';
import type { Counts } from './counts.ts';
import { agesOn, dateRule, mergeRanges, numberRule, rangesBetween, roundToSteps } from './ranges.ts';
import { type FieldCounts, rangeCounts, suggestFindings } from './suggest-findings.ts';

const SIZES: Counts = { targets: 50, heldTargets: 0, others: 10_000, heldOthers: 0 };
const counts = (targets: number, others: number): Counts => ({ targets, heldTargets: 0, others, heldOthers: 0 });
const field = (
  fieldName: string,
  values: readonly (readonly [number, number])[],
  missing = counts(0, 0),
): FieldCounts => ({
  fieldName,
  displayName: fieldName,
  values: values.map(([a, b], at) => ({
    rule: { operator: 'isOneOf', value: [`v${at}`] },
    value: `v${at}`,
    counts: counts(a, b),
  })),
  missing,
});
const valuesOf = (fields: readonly FieldCounts[], sizes = SIZES) =>
  suggestFindings(fields, sizes, 'all').flatMap(({ findings }) => findings.map(({ value }) => value));

describe('findings', () => {
  test('of a value that sets targets apart, have its impact, score and confidence', () => {
    const [group] = suggestFindings([field('industry', [[30, 2000]])], SIZES, 'all');
    const [finding] = group?.findings ?? [];
    expect(finding).toMatchObject({
      rule: { field: 'industry', operator: 'isOneOf', value: ['v0'] },
      goodCount: 30,
      badCount: 2000,
      goodPercentage: 0.6,
      badPercentage: 0.2,
      isSignificant: true,
      isOnByDefault: true,
    });
    expect(finding?.impact).toBeCloseTo(0.3911, 4);
    expect(finding?.score).toBeCloseTo(7.82, 2);
    expect(group?.weight).toBeCloseTo(0.3911, 4);
  });

  test('leave out values without support and those that make no difference', () => {
    expect(
      valuesOf([
        field('a', [
          [4, 0],
          [2, 3],
          [25, 5000],
        ]),
      ]),
    ).toEqual(['v1']);
  });

  test('have missing values if their rates differ by five points', () => {
    expect(valuesOf([field('a', [], counts(10, 1501))])).toEqual([]);
    expect(valuesOf([field('a', [], counts(10, 1500))])).toEqual(['No value']);
    const [group] = suggestFindings([field('a', [], counts(30, 1000))], SIZES, 'all');
    expect(group?.findings[0]?.rule).toMatchObject({ operator: 'notExists', field: 'a' });
  });

  test('are ranked by group, strongest first within each', () => {
    const groups = suggestFindings(
      [
        field('weak', [[12, 1800]]),
        field('strong', [
          [20, 3000],
          [30, 2000],
          [2, 3000],
        ]),
      ],
      SIZES,
      'all',
    );
    expect(groups.map(({ fieldName }) => fieldName)).toEqual(['strong', 'weak']);
    expect(groups[0]?.findings.map(({ value }) => value)).toEqual(['v1', 'v2', 'v0']);
    // A group without significant findings counts a tenth.
    expect(groups[1]?.weight).toBeCloseTo(0.1 * Math.abs(groups[1]?.findings[0]?.impact ?? 0));
  });

  test('are impactful in the first five groups, and in the first fifteen if strong', () => {
    const strong = Array.from({ length: 12 }, (_each, at) => field(`strong${at}`, [[30 - at, 2000]]));
    const weak = Array.from({ length: 8 }, (_each, at) => field(`weak${at}`, [[12, 1800 + at]]));
    const groups = suggestFindings([...weak, ...strong], SIZES, 'all');
    expect(groups.map(({ isImpactful }) => isImpactful)).toEqual([
      ...Array.from({ length: 12 }, () => true),
      ...Array.from({ length: 8 }, () => false),
    ]);
    const onlyWeak = suggestFindings(weak, SIZES, 'all');
    expect(onlyWeak.filter(({ isImpactful }) => isImpactful)).toHaveLength(5);
  });

  test('select a hundred rules at most, never by strength alone', () => {
    const many = Array.from({ length: 30 }, (_each, at) =>
      field(
        `f${at}`,
        Array.from({ length: 4 }, () => [30, 2000] as const),
      ),
    );
    const on = suggestFindings(many, SIZES, 'all').flatMap(({ findings }) =>
      findings.filter(({ isOnByDefault }) => isOnByDefault),
    );
    expect(on).toHaveLength(100);
    const small = { targets: 5, heldTargets: 0, others: 20, heldOthers: 0 };
    const [chance] = suggestFindings([field('a', [[3, 5]])], small, 'all');
    expect(chance?.findings[0]).toMatchObject({ isSignificant: false, isOnByDefault: false });
    expect(chance?.findings[0]?.score).toBeGreaterThan(3);
  });
});

describe('ranges', () => {
  const range = (from: number | null, to: number | null, targets: number, others: number) => ({
    from,
    to,
    counts: counts(targets, others),
  });

  test.each([
    [0, 0],
    [1, 1],
    [3, 2],
    [3.6, 5],
    [7.4, 5],
    [7.6, 10],
    [1234, 1000],
    [0.034, 0.02],
    [0.036, 0.05],
    [-160, -200],
  ])('%d meets its neighbour at %d', (value, edge) => {
    expect(roundToSteps(value)).toBeCloseTo(edge, 10);
  });

  test('join a small one with its smaller neighbour, then those with similar impacts', () => {
    const ranges = [
      range(null, 10, 20, 2000),
      range(10, 20, 1, 100),
      range(20, 50, 5, 2900),
      range(50, null, 24, 5000),
    ];
    expect(mergeRanges(ranges, 'all', SIZES).map(({ from, to }) => [from, to])).toEqual([
      [null, 10],
      [10, 50],
      [50, null],
    ]);
    const alike = [range(null, 10, 10, 2000), range(10, 20, 10, 2000), range(20, null, 30, 6000)];
    expect(mergeRanges(alike, 'all', SIZES)).toEqual([range(null, null, 50, 10_000)]);
    // A range that every value meets is no finding.
    const merged = { ...field('a', []), ranges: rangeCounts(alike, (each) => numberRule(each, 1, String)) };
    expect(suggestFindings([merged], SIZES, 'all')).toEqual([]);
  });

  test('of numbers share no value with their neighbours', () => {
    const rules = (step: 1 | 0.01 | null) => rangesBetween([0.3, 2]).map((each) => numberRule(each, step, String));
    expect(rules(0.01)).toEqual([
      { rule: { operator: 'lt', value: 0.3 }, value: 'Under 0.3' },
      { rule: { operator: 'between', value: [0.3, 1.99] }, value: '0.3 – 1.99' },
      { rule: { operator: 'gte', value: 2 }, value: '2 or more' },
    ]);
    expect(rules(null)[1]).toEqual({
      rule: { operator: 'between', value: [0.3, 2 - Number.EPSILON] },
      value: '0.3 – 2',
    });
    expect(numberRule({ from: 1, to: 2 }, 1, String)).toEqual({
      rule: { operator: 'between', value: [1, 1] },
      value: '1',
    });
  });

  test('of dates are ages', () => {
    expect(rangesBetween(agesOn('2026-05-31')).map(dateRule)).toEqual([
      { rule: { operator: 'dateBeforeRelative', value: { amount: 5, unit: 'years' } }, value: 'Over 5 years ago' },
      { rule: { operator: 'dateBetween', value: ['2021-05-31', '2024-05-30'] }, value: '2 to 5 years ago' },
      { rule: { operator: 'dateBetween', value: ['2024-05-31', '2025-05-30'] }, value: '1 to 2 years ago' },
      { rule: { operator: 'dateBetween', value: ['2025-05-31', '2026-02-27'] }, value: '3 months to 1 year ago' },
      { rule: { operator: 'dateSinceRelative', value: { amount: 3, unit: 'months' } }, value: 'Under 3 months ago' },
    ]);
  });
});

describe('the check of suggested rules', () => {
  test('tells perfect scores from useless ones', () => {
    const perfect = separation([
      { score: 5, targets: 10, others: 0 },
      { score: 0, targets: 0, others: 90 },
    ]);
    expect(perfect).toMatchObject({ targets: 10, others: 90, auc: 1 });
    expect(perfect.lift.map(({ lift }) => Math.round(lift))).toEqual([10, ...Array.from({ length: 9 }, () => 0)]);
    const useless = separation([{ score: 0, targets: 10, others: 90 }]);
    expect(useless.auc).toBe(0.5);
    for (const { lift } of useless.lift) expect(lift).toBeCloseTo(1);
  });
});
