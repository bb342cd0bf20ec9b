import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Platform } from '#server/platform/scope.ts';

/** The platform as jobs see it, without jobs and executions. */
export type JobDeps = Omit<Platform, 'jobs' | 'executions'>;

/** Options of `enqueue`. */
export interface EnqueueOptions {
  /** Returns the waiting or running job of this type, account and key, if there is one, instead of a new one. */
  readonly singletonKey?: string;
  /** The requester's name, for display. */
  readonly requestedBy?: string;
}

/** Enqueues a job in the caller's transaction and returns its id. */
export type Enqueue = <I extends z.ZodType>(
  tx: Transaction,
  definition: Pick<JobDefinition<I, never>, 'type' | 'input' | 'concurrency'>,
  clientId: string | null,
  input: z.input<I>,
  options?: EnqueueOptions,
) => Promise<string>;

/** Passed to a run together with its dependencies. */
export interface JobControl {
  readonly jobId: string;
  /** Null for a job of the installation. */
  readonly clientId: string | null;
  /** Aborts on cancel, on timeout, at shutdown and when another process takes over the job. */
  readonly signal: AbortSignal;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The last saved checkpoint, unparsed; null if there is none. */
  readonly checkpoint: unknown;
  /**
   * Saves a checkpoint as JSON, with `tx` in that transaction. Throws if another process has taken over the job.
   */
  saveCheckpoint(value: unknown, tx?: Transaction): Promise<void>;
  /** Reports progress, 0 to 1; lower values are ignored. Writes are throttled, so it may be called often. */
  progress(fraction: number, message?: string, counts?: Readonly<Record<string, number>>): void;
  throwIfCancelled(): void;
  readonly db: Database;
  readonly log: Logger;
  readonly enqueue: Enqueue;
}

/** The argument of a run: dependencies and control. */
export type JobContext<Deps = JobDeps> = Deps & JobControl;

/** A type of job. */
export interface JobDefinition<I extends z.ZodType = z.ZodType, Deps = JobDeps> {
  /** Letters, digits, `_`, `-` and `.`. It is stored, so it must not change. */
  readonly type: string;
  readonly input: I;
  /** Limit across all processes: one per account, one overall, or this number. */
  readonly concurrency: 'per-client' | 'global' | number;
  /** Includes attempts whose process died. */
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  /** Delay before the second attempt, doubled for each further one. Default 5 s. */
  readonly retryDelayMs?: number;
  /** People may cancel it: what it leaves behind then is as good as before. */
  readonly canBeCancelled?: true;
  /** Types of jobs that go first: it begins once the account has none of them waiting or running. */
  readonly waitsFor?: readonly string[];
  /** An attempt begins only with enough disk space; until then the job waits. */
  readonly needsDiskSpace?: boolean;
  /** Does the work. It may be restarted after any step, so every step must be repeatable. */
  run(ctx: JobContext<Deps>, input: z.output<I>): Promise<void>;
}

/** A job definition with any input. */
export type AnyJobDefinition<Deps = JobDeps> = JobDefinition<z.ZodType, Deps>;

/** Declares a type of job. Annotate `ctx` with `JobContext<Deps>` for dependencies other than the platform's. */
export function defineJob<I extends z.ZodType, Deps = JobDeps>(
  definition: Partial<Pick<JobDefinition<I, Deps>, 'maxAttempts'>> & Omit<JobDefinition<I, Deps>, 'maxAttempts'>,
): JobDefinition<I, Deps> {
  return { maxAttempts: 3, ...definition };
}
