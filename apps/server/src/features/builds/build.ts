import type { ClientConfig } from '@quarry/contracts';
import type { Transaction } from '@quarry/postgres';
import { z } from 'zod';
import type { CrmSource } from '#server/features/datasets/crm-records.ts';
import type { DefinedColumn, VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import type { PlannedMarket } from '#server/features/markets/sourcing/plan-markets.ts';
import { sourcedMarket } from '#server/features/markets/sourcing/settle-markets.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';

/** The checkpoint of a build. */
export const buildState = z.object({
  version: z.number().int(),
  /** Null at the first build. */
  lastVersion: z.number().int().nullable(),
  startedAt: z.iso.datetime(),
  /** SOURCING until the members of the version are written. */
  phase: z.enum(['SOURCING', 'DATA_POINTS']),
  /** The last company id whose row is written. */
  filledTo: z.string(),
  filled: z.number().int(),
  /** Rows of the members table, hidden ones included. */
  members: z.number().int().optional(),
  /** Rows of the values table. */
  values: z.number().int().default(0),
  /** Companies of the last version, and how many of them are not members any more. */
  last: z.number().int().default(0),
  lost: z.number().int().default(0),
  /** New companies kept out by the company limit. */
  withheld: z.number().int(),
  /** The results of the queried markets, settled at the swap. */
  markets: z.array(sourcedMarket).default([]),
  /** One sentence per skipped market. */
  leftOut: z.array(z.string()).default([]),
});
export type BuildState = z.infer<typeof buildState>;

/** A running build of a client's dataset. */
export interface Build {
  readonly ctx: JobContext;
  readonly clientId: string;
  readonly config: ClientConfig;
  readonly companyLimit: number | null;
  readonly resetDataset: boolean;
  readonly acceptLoss: boolean;
  /** What decides about companies' membership has not changed since the last version. */
  readonly hasSameRules: boolean;
  /** Of the new version. */
  readonly schema: VersionSchema;
  /** Of the last version; null at the first build. */
  readonly lastSchema: VersionSchema | null;
  /**
   * The columns of the last version whose values the new one keeps, by their field name in the new one. Null in a build
   * that sources companies and computes everything.
   */
  readonly kept: ReadonlyMap<string, DefinedColumn> | null;
  /** The client's markets as they were when the build began. */
  readonly markets: readonly PlannedMarket[];
  /** The CRM records that bring companies in, as they were when the build began. */
  readonly crmSources: readonly CrmSource[];
  readonly state: BuildState;
  /** An earlier attempt may have left unfinished work behind. */
  readonly isResumed: boolean;
  /** Companies written per statement; by default as many as fit into memory. */
  readonly rangeCompanies?: number | undefined;
}

/** Reports the progress of one step, from 0 to 1. */
export type ReportProgress = (fraction: number, counts?: Readonly<Record<string, number>>) => void;

/** Writes in the transaction of the swap, which holds the lock on the client's row. */
export type Settle = (tx: Transaction, now: Date) => Promise<void>;

/** The changes to the build that later steps see, and the writes for the swap. */
export interface StepResult extends Partial<Pick<Build, 'state' | 'schema'>> {
  readonly settle?: Settle;
}

/** A step of a build. Every attempt runs it; it resumes from the build's state. */
export interface BuildStep {
  /** Start and end, as fractions of the whole build. */
  readonly from: number;
  readonly to: number;
  /** Shown to people while it runs. */
  readonly message: string;
  run(build: Build, progress: ReportProgress): Promise<StepResult>;
}
