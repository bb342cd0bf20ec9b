import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { falseDiscoveryRates, fisherPValue, impactOf, pValueOf, scoreOfImpact } from './statistics.ts';

/** Random tables `[a, n1, b, n0, p-value, false discovery rate]` with the results of SciPy 1.10. */
const { fisher, normal } = z
  .object({ fisher: z.array(z.array(z.number()).length(6)), normal: z.array(z.array(z.number()).length(5)) })
  .parse(JSON.parse(readFileSync(new URL('testing/scipy-tables.json', import.meta.url), 'utf8')));
const tableOf = ([a = 0, n1 = 0, b = 0, n0 = 0]: readonly number[]) => ({ a, n1, b, n0 });
const farthest = (ours: readonly number[], theirs: readonly number[]) =>
  Math.max(...ours.map((value, at) => Math.abs(value - (theirs[at] ?? Number.NaN))));

test.each([
  { a: 30, n1: 50, b: 2000, n0: 10_000, impact: 0.3911, score: 7.82 },
  { a: 4, n1: 50, b: 100, n0: 10_000, impact: 0.1639, score: 3.28 },
  { a: 2, n1: 50, b: 3000, n0: 10_000, impact: -0.3259, score: -6.52 },
  { a: 25, n1: 50, b: 10, n0: 50, impact: 0.2859, score: 5.72 },
  { a: 25, n1: 50, b: 5000, n0: 10_000, impact: 0, score: 0 },
  { a: 0, n1: 50, b: 0, n0: 50, impact: 0, score: 0 },
  { a: 50, n1: 50, b: 0, n0: 50, impact: 0.909, score: 10 },
])('$a of $n1 targets and $b of $n0 others have an impact of $impact', ({ impact, score, ...occurrences }) => {
  expect(impactOf(occurrences)).toBeCloseTo(impact, 3);
  expect(scoreOfImpact(impactOf(occurrences))).toBeCloseTo(score, 2);
});

test("Fisher's exact test agrees with SciPy on 1,000 random tables", () => {
  expect(fisher).toHaveLength(1000);
  expect(
    farthest(
      fisher.map((row) => fisherPValue(tableOf(row))),
      fisher.map((row) => row[4] ?? 0),
    ),
  ).toBeLessThan(1e-9);
});

test('false discovery rates agree with SciPy', () => {
  const rates = falseDiscoveryRates(fisher.map((row) => row[4] ?? 0));
  expect(
    farthest(
      rates,
      fisher.map((row) => row[5] ?? 0),
    ),
  ).toBeLessThan(1e-9);
  expect(falseDiscoveryRates([])).toEqual([]);
});

test('large tables are tested by the normal distribution as in SciPy', () => {
  expect(
    farthest(
      normal.map((row) => pValueOf(tableOf(row))),
      normal.map((row) => row[4] ?? 0),
    ),
  ).toBeLessThan(1e-9);
  expect(pValueOf({ a: 3, n1: 10, b: 5, n0: 20 })).toBe(fisherPValue({ a: 3, n1: 10, b: 5, n0: 20 }));
});

test('pure chance finds almost nothing', () => {
  // A linear congruential generator, so that every run draws the same.
  let state = 42;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const [reports, fields, targets, companies] = [200, 300, 50, 10_000];
  /** How many of the targets, drawn at random from all companies, are among those with a value. */
  const drawn = (withValue: number) => {
    let found = 0;
    for (let at = 0; at < targets; at++) if (random() * (companies - at) < withValue - found) found += 1;
    return found;
  };
  let significant = 0;
  for (let report = 0; report < reports; report++) {
    const pValues = Array.from({ length: fields }, () => {
      const withValue = Math.round((0.02 + random() * 0.9) * companies);
      const a = drawn(withValue);
      return pValueOf({ a, n1: targets, b: withValue - a, n0: companies - targets });
    });
    significant += falseDiscoveryRates(pValues).filter((rate) => rate <= 0.05).length;
  }
  expect(significant / reports).toBeLessThan(1);
});
