import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Platform } from '#server/platform/scope.ts';

/** What jobs get from the platform: everything but the jobs themselves and the questions that people wait for. */
export type JobDeps = Omit<Platform, 'jobs' | 'executions'>;

/** Options of `enqueue`. */
export interface EnqueueOptions {
  /** While a job of this type and account with the same key waits or runs, that one's id is returned instead. */
  readonly singletonKey?: string;
  /** Who asked, for display. */
  readonly requestedBy?: string;
}

/** Puts work in the queue, in the caller's transaction: it exists when that commits. Returns the job's id. */
export type Enqueue = <I extends z.ZodType>(
  tx: Transaction,
  definition: Pick<JobDefinition<I, never>, 'type' | 'input' | 'concurrency'>,
  clientId: string | null,
  input: z.input<I>,
  options?: EnqueueOptions,
) => Promise<string>;

/** What a run receives beside its dependencies. */
export interface JobControl {
  readonly jobId: string;
  /** The account that the job works for; null for work of the installation. */
  readonly clientId: string | null;
  /** Aborts on cancel, timeout, shutdown, and when the job was taken over by another process. */
  readonly signal: AbortSignal;
  /** 1 at the first attempt. */
  readonly attempt: number;
  /** What an earlier attempt saved last; null at the first. To be parsed by the job. */
  readonly checkpoint: unknown;
  /**
   * Remembers how far the job is, as JSON; with `tx` together with that transaction's writes. Throws when the job was
   * taken over by another process.
   */
  saveCheckpoint(value: unknown, tx?: Transaction): Promise<void>;
  /** Shows how far the job is, 0 to 1; never falls. Written within half a second, so it may be called often. */
  progress(fraction: number, message?: string, counts?: Readonly<Record<string, number>>): void;
  /** Throws when the job is asked to end. */
  throwIfCancelled(): void;
  readonly db: Database;
  /** Every line names the job. */
  readonly log: Logger;
  /** Puts follow-up work in the queue. */
  readonly enqueue: Enqueue;
}

/** What a run receives. */
export type JobContext<Deps = JobDeps> = Deps & JobControl;

/** One kind of background work. */
export interface JobDefinition<I extends z.ZodType = z.ZodType, Deps = JobDeps> {
  /** Letters, digits, `_`, `-` and `.`; it is stored, so it must not change. */
  readonly type: string;
  readonly input: I;
  /** How many run at once over all processes: one per account, one at all, or this many. */
  readonly concurrency: 'per-client' | 'global' | number;
  /** How often it is begun before it is given up, attempts that ended with their process included. */
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  /** The pause before the second attempt; doubled for each further one. Default 5 s. */
  readonly retryDelayMs?: number;
  /** Does the work. It may be begun again after any step, so every step can be repeated. */
  run(ctx: JobContext<Deps>, input: z.output<I>): Promise<void>;
}

/** A kind of background work whose input is not known here. */
export type AnyJobDefinition<Deps = JobDeps> = JobDefinition<z.ZodType, Deps>;

/** Declares a kind of background work. Annotate `ctx` with `JobContext<Deps>` to ask for other dependencies than the platform's. */
export function defineJob<I extends z.ZodType, Deps = JobDeps>(
  definition: Partial<Pick<JobDefinition<I, Deps>, 'maxAttempts'>> & Omit<JobDefinition<I, Deps>, 'maxAttempts'>,
): JobDefinition<I, Deps> {
  return { maxAttempts: 3, ...definition };
}
