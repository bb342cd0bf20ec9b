import { sql } from '@quarry/postgres';
import type { MarketRow } from '../market.ts';

type Outcome = NonNullable<MarketRow['reviewOutcome']>;

/** The columns of a market whose request is new. */
export const NOT_REVIEWED = { reviewOutcome: null, reviewedBy: null, reviewedAt: null, reviewNote: null } as const;

/** The columns of a market whose request ends. */
export function endOfRequest(outcome: Outcome, by: string, note: string | null = null) {
  return {
    isPendingReview: false,
    requestedIsLive: null,
    requestedBy: null,
    requestedAt: null,
    reviewOutcome: outcome,
    reviewedBy: by,
    reviewedAt: sql`now()`,
    reviewNote: note,
  } as const;
}
