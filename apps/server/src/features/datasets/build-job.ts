import { z } from 'zod';

/** What a build is asked to do. */
const buildInput = z.object({
  /** Drops companies that stopped matching the sourcing criteria. */
  resetDataset: z.boolean().default(false),
  /** Ends at once when there is a dataset already and no market is due. */
  onlyDueMarkets: z.boolean().default(false),
});
/** What a build is asked to do. */
export type BuildInput = z.output<typeof buildInput>;

/** The job that builds a client's dataset, without its work: enough to request a build and to find one. */
export const buildJob = { type: 'dataset-build', input: buildInput, concurrency: 'per-client' } as const;
