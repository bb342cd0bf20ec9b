/** How often a value occurs: in `a` of `n1` targets and in `b` of `n0` others. */
export interface Occurrences {
  readonly a: number;
  readonly n1: number;
  readonly b: number;
  readonly n0: number;
}

/** Companies added to each set at the common rate, so that small sets give small impacts. */
const SHRINKAGE = 5;
const MAX_SCORE = 10;
const SCORE_PER_IMPACT = 20;

/**
 * The correlation between being a target and having the value, from -1 to 1, as if both sets were equally large. Shares
 * are shrunk towards their mean.
 */
export function impactOf({ a, n1, b, n0 }: Occurrences): number {
  const common = (a / n1 + b / n0) / 2;
  const target = (a + SHRINKAGE * common) / (n1 + SHRINKAGE);
  const other = (b + SHRINKAGE * common) / (n0 + SHRINKAGE);
  const mean = (target + other) / 2;
  const spread = Math.sqrt(mean * (1 - mean));
  return spread === 0 ? 0 : (target - other) / (2 * spread);
}

/** The points that an impact is worth, from -10 to 10. */
export function scoreOfImpact(impact: number): number {
  return Math.min(MAX_SCORE, Math.max(-MAX_SCORE, SCORE_PER_IMPACT * impact));
}

/** From this expected count on in every cell, the normal distribution is close enough. */
const NORMAL_FROM = 20;

/** The probability of a difference at least as large if targets and others had the value equally often; two-sided. */
export function pValueOf(occurrences: Occurrences): number {
  const { a, n1, b, n0 } = occurrences;
  const share = (a + b) / (n1 + n0);
  const leastExpected = Math.min(n1, n0) * Math.min(share, 1 - share);
  return leastExpected >= NORMAL_FROM ? normalPValue(occurrences) : fisherPValue(occurrences);
}

/** Tables as likely as the observed one may come out a rounding error more likely. */
const TOLERANCE = 1 + 1e-7;

/**
 * Fisher's exact test, two-sided: the sum over all tables with the same margins that are at most as likely as the
 * observed one. Weights are relative to the most likely table, each from its neighbour, so that none overflows.
 */
export function fisherPValue({ a, n1, b, n0 }: Occurrences): number {
  const drawn = a + b;
  const least = Math.max(0, drawn - n0);
  const most = Math.min(drawn, n1);
  const mode = Math.min(most, Math.max(least, Math.floor(((drawn + 1) * (n1 + 1)) / (n1 + n0 + 2))));
  const weights = new Float64Array(most - least + 1);
  weights[mode - least] = 1;
  let weight = 1;
  for (let k = mode; k < most; k++) {
    weight *= ((n1 - k) * (drawn - k)) / ((k + 1) * (n0 - drawn + k + 1));
    weights[k + 1 - least] = weight;
  }
  weight = 1;
  for (let k = mode; k > least; k--) {
    weight *= (k * (n0 - drawn + k)) / ((n1 - k + 1) * (drawn - k + 1));
    weights[k - 1 - least] = weight;
  }
  const limit = (weights[a - least] ?? 0) * TOLERANCE;
  let total = 0;
  let tail = 0;
  for (const each of weights.toSorted()) {
    total += each;
    if (each <= limit) tail += each;
  }
  return Math.min(1, tail / total);
}

/** The z-test of two shares under their common share, two-sided. */
function normalPValue({ a, n1, b, n0 }: Occurrences): number {
  const share = (a + b) / (n1 + n0);
  const error = Math.sqrt(share * (1 - share) * (1 / n1 + 1 / n0));
  return error === 0 ? 1 : erfc(Math.abs(a / n1 - b / n0) / error / Math.SQRT2);
}

/** The complementary error function of a value of at least 0. */
function erfc(value: number): number {
  return value < SERIES_BELOW ? 1 - erfBySeries(value) : erfcByFraction(value);
}

const SERIES_BELOW = 2.5;

/** The Taylor series of the error function in the form without alternating signs (Abramowitz and Stegun, 7.1.6). */
function erfBySeries(value: number): number {
  let term = value;
  let sum = value;
  for (let n = 1; term > sum * Number.EPSILON; n++) {
    term *= (2 * value * value) / (2 * n + 1);
    sum += term;
  }
  return ((2 * sum) / Math.sqrt(Math.PI)) * Math.exp(-value * value);
}

/** The continued fraction (Abramowitz and Stegun, 7.1.14), from its 100th level up; for larger values. */
function erfcByFraction(value: number): number {
  let fraction = value;
  for (let level = 100; level > 0; level--) fraction = value + level / 2 / fraction;
  return Math.exp(-value * value) / (fraction * Math.sqrt(Math.PI));
}

/**
 * The false discovery rate at which each p-value counts as a finding, in the order given (Benjamini and Hochberg, 1995).
 */
export function falseDiscoveryRates(pValues: readonly number[]): number[] {
  const order = pValues.map((_value, at) => at).toSorted((one, other) => (pValues[other] ?? 0) - (pValues[one] ?? 0));
  const rates = Array.from<number>({ length: pValues.length });
  let least = 1;
  order.forEach((at, fromLargest) => {
    const rank = pValues.length - fromLargest;
    least = Math.min(least, ((pValues[at] ?? 1) * pValues.length) / rank);
    rates[at] = least;
  });
  return rates;
}
