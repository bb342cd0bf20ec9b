import { z } from 'zod';

/** The job that computes data points between builds, without its `run`, so that rooms below `builds` can request it. */
export const computeJob = { type: 'data-points-compute', input: z.object({}), concurrency: 'per-client' } as const;
