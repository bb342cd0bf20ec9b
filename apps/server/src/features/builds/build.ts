import type { Transaction } from '@quarry/postgres';
import { z } from 'zod';
import type { ClientConfig } from '#server/features/client-configs/client-config.ts';
import type { VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import { sourcedMarket } from '#server/features/markets/sourcing/settle-markets.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

/** The checkpoint of a build. */
export const buildState = z.object({
  version: z.number().int(),
  /** The version that it follows; null at the first build. */
  lastVersion: z.number().int().nullable(),
  startedAt: z.iso.datetime(),
  /** SOURCING until the members of the version are written. */
  phase: z.enum(['SOURCING', 'DATA_POINTS']),
  /** The last company id whose row is written. */
  filledTo: z.string(),
  filled: z.number().int(),
  /** New companies that the company limit keeps out. */
  withheld: z.number().int(),
  /** The results of the markets that were asked, to be settled at the swap. */
  markets: z.array(sourcedMarket).default([]),
  /** A sentence for each market that could not be asked. */
  leftOut: z.array(z.string()).default([]),
});
/** The checkpoint of a build. */
export type BuildState = z.infer<typeof buildState>;

/** A build of a client's dataset under way. */
export interface Build {
  readonly ctx: JobContext;
  readonly clientId: string;
  readonly config: ClientConfig;
  readonly companyLimit: number | null;
  readonly resetDataset: boolean;
  /** The columns of the new version. */
  readonly schema: VersionSchema;
  /** The columns of the version before; null at the first build. */
  readonly lastSchema: VersionSchema | null;
  /** The client's markets as they were when the build began. */
  readonly markets: readonly PlannedMarket[];
  readonly state: BuildState;
  /** An earlier attempt may have left unfinished work behind. */
  readonly isResumed: boolean;
  /** How many companies one statement writes; by default as many as fit into memory. */
  readonly rangeCompanies?: number | undefined;
}

/** Shows how far a step is, from 0 to 1. */
export type ShowProgress = (share: number, counts?: Readonly<Record<string, number>>) => void;

/** Writes in the transaction of the swap, which holds the client's row. */
export type Settle = (tx: Transaction, now: Date) => Promise<void>;

/** What a step adds to the build. */
export interface StepResult extends Partial<Pick<Build, 'state' | 'schema'>> {
  readonly settle?: Settle;
}

/** A step of a build. Each attempt runs it, and it goes on from the build's state. */
export interface BuildStep {
  /** Where it begins and ends, as shares of the whole build. */
  readonly from: number;
  readonly to: number;
  /** What people read while it runs. */
  readonly message: string;
  run(build: Build, progress: ShowProgress): Promise<StepResult>;
}
