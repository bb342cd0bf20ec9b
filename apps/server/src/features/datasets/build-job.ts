import { z } from 'zod';

const buildInput = z.object({
  /** Drops companies that stopped matching the sourcing criteria. */
  resetDataset: z.boolean().default(false),
  /** Skips the build if a dataset exists and no market is due. */
  onlyDueMarkets: z.boolean().default(false),
  /** Builds from the rows that damaged tables still have, however many companies the new version loses. */
  acceptLoss: z.boolean().default(false),
});
export type BuildInput = z.output<typeof buildInput>;

/** The build job without its `run`, so that rooms below `builds` can request builds and find them. */
export const buildJob = { type: 'dataset-build', input: buildInput, concurrency: 'per-client' } as const;
