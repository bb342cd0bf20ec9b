import { z } from 'zod';

/** The job that computes scores, without its `run`, so that rooms below `scoring` can request it. */
export const scoreJob = { type: 'score-refresh', input: z.object({}), concurrency: 'per-client' } as const;
