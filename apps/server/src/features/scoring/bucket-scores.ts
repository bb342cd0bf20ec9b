import { MAX_SCORE_BUCKETS, SAMPLE_DOMAINS } from '@quarry/contracts';

/** A score with its companies, of which `best` are the first by quality. */
export interface CountedScore {
  readonly score: number;
  readonly count: number;
  readonly best: readonly { readonly quality: number; readonly domain: string }[];
}

/** A bar from `rangeMin` up to, not including, `rangeMax`. */
export interface ScoreBucket {
  readonly rangeMin: number;
  readonly rangeMax: number;
  readonly count: number;
  readonly sampleDomains: string[];
}

/**
 * Distributes whole scores over bars of one whole width, at most MAX_SCORE_BUCKETS, without gaps from the lowest score to
 * the highest. None for no scores.
 */
export function bucketScores(scores: readonly CountedScore[]): ScoreBucket[] {
  if (scores.length === 0) return [];
  const lowest = Math.min(...scores.map(({ score }) => score));
  const highest = Math.max(...scores.map(({ score }) => score));
  const width = Math.ceil((highest - lowest + 1) / MAX_SCORE_BUCKETS);
  const buckets: ScoreBucket[] = [];
  for (let rangeMin = lowest; rangeMin <= highest; rangeMin += width) {
    const rangeMax = rangeMin + width;
    const inside = scores.filter(({ score }) => score >= rangeMin && score < rangeMax);
    const best = inside.flatMap((each) => each.best).toSorted((one, other) => other.quality - one.quality);
    buckets.push({
      rangeMin,
      rangeMax,
      count: inside.reduce((sum, each) => sum + each.count, 0),
      sampleDomains: best.slice(0, SAMPLE_DOMAINS).map(({ domain }) => domain),
    });
  }
  return buckets;
}
