import { z } from 'zod';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import { sourcedMarket } from './settle-markets.ts';

/** What a build saves to go on from after a crash. */
export const buildState = z.object({
  version: z.number().int(),
  /** The version that it follows; null at the first build. */
  lastVersion: z.number().int().nullable(),
  startedAt: z.iso.datetime(),
  phase: z.enum(['SOURCING', 'DATA_POINTS']),
  /** The last company id whose row is written. */
  filledTo: z.string(),
  filled: z.number().int(),
  withheld: z.number().int(),
  /** What was done for the markets that were asked; noted with them at the swap. */
  markets: z.array(sourcedMarket).default([]),
  /** A sentence for each market that could not be asked. */
  leftOut: z.array(z.string()).default([]),
});
/** What a build saves to go on from after a crash. */
export type BuildState = z.infer<typeof buildState>;

/** Where each phase begins and ends, as shares of the whole build. */
const PHASES = {
  SOURCING: { from: 0.05, to: 0.2, message: 'Finding companies' },
  DATA_POINTS: { from: 0.2, to: 0.6, message: 'Computing data points' },
  // Before the swap, so that readers never see a version without its tags.
  TAGS: { from: 0.82, to: 0.88, message: 'Finding the companies of tags' },
  SWAP: { from: 0.95, to: 1, message: 'Swapping in' },
} as const;

/** Shows how far a phase is, 0 to 1. */
export function showProgress(
  ctx: Pick<JobContext, 'progress'>,
  phase: keyof typeof PHASES,
  share: number,
  counts: Readonly<Record<string, number>> = {},
): void {
  const { from, to, message } = PHASES[phase];
  ctx.progress(from + (to - from) * Math.min(share, 1), message, counts);
}
