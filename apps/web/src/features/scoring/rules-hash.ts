import { type ScoringRule, scoringRule } from '@quarry/contracts';
import { z } from 'zod';
import { decodeHashValue, encodeHashValue, hashParts } from '../../lib/hash-value.ts';

/** Rules to start a scoring field with, such as those that an analysis found. */
export interface StartRules {
  readonly rules: readonly ScoringRule[];
  /** The analysis report that they come from. */
  readonly reportId: string | null;
}

const startRules = z.object({
  rules: z.array(scoringRule).min(1),
  reportId: z.string().min(1).max(100).nullable().default(null),
});

/** The hash, without its `#`, with which the page of a new scoring field starts with these rules. */
export function writeRulesHash(start: StartRules): string {
  return `rules=${encodeHashValue(start)}`;
}

/** The rules in a hash; null if it has none. Never throws. */
export function readRulesHash(hash: string): StartRules | null {
  const encoded = hashParts(hash).get('rules');
  if (encoded === undefined) return null;
  const parsed = startRules.safeParse(decodeHashValue(encoded));
  return parsed.success ? parsed.data : null;
}
