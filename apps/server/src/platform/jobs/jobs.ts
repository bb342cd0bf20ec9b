import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { type PeriodicTask, startPeriodicTask } from '#server/platform/work/periodic-task.ts';
import { settledWithin } from '#server/platform/work/run-work.ts';
import { listenForWork } from './announce.ts';
import { cancelJob } from './cancel-job.ts';
import { claimJob, concurrencyLimit, type JobRow } from './claim-job.ts';
import type { AnyJobDefinition, Enqueue, JobDefinition, JobDeps } from './define-job.ts';
import { enqueueDue, nextDue, type Schedule } from './enqueue-due.ts';
import { enqueueJob } from './enqueue-job.ts';
import { finishAttempt, retryDelayMs } from './finish-attempt.ts';
import { getJob, listJobs } from './list-jobs.ts';
import { pruneJobs } from './prune-jobs.ts';
import { renewLeases } from './renew-leases.ts';
import { type RunningAttempt, runAttempt } from './run-attempt.ts';
import { takeOverAbandoned } from './take-over.ts';

export type { JobRow } from './claim-job.ts';
export { type AnyJobDefinition, defineJob, type JobContext, type JobDeps } from './define-job.ts';

/** The job queue and this process's worker. */
export interface Jobs {
  readonly enqueue: Enqueue;
  /**
   * Cancels a waiting job at once and asks a running one to stop. Returns false if the job does not exist or has ended.
   * With `tx`, cancels in that transaction, and only jobs visible to it.
   */
  cancel(jobId: string, tx?: Transaction): Promise<boolean>;
  /** True if people may cancel jobs of this type. */
  canBeCancelled(type: string): boolean;
  /** The account's jobs that are unfinished or ended in the last hour, newest first; at most 200. */
  list(clientId: string | null): Promise<JobRow[]>;
  /** One job; null if it does not exist or belongs to another account. */
  get(jobId: string, clientId?: string | null): Promise<JobRow | null>;
  /** Enqueues a job of the installation at an interval, unless the last one is unfinished. */
  schedule<I extends z.ZodType>(
    definition: Pick<JobDefinition<I, never>, 'type' | 'input' | 'concurrency'>,
    everyMs: number,
    input: z.input<I>,
  ): void;
  /** Starts taking jobs, those of dead workers first. Does nothing with the role `api`. */
  start(): Promise<void>;
  /**
   * Takes no more jobs, gives running ones a moment to finish, then stops them and puts them back in the queue. Takes up
   * to `graceMs` in all.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Also how soon a job learns that another process cancelled it. */
const RENEW_MS = 1_500;
/** How long a job waits at most if its notification is lost. */
const POLL_MS = 5_000;
const PRUNE_MS = 3_600_000;
/** How long running jobs may finish before they are stopped. */
const FINISH_MS = 2_000;
const PARALLEL_CLIENTS = 2;

/** Maximum number of running jobs of one type in this process. */
function localLimit(definition: AnyJobDefinition<never>): number {
  return definition.concurrency === 'per-client' ? PARALLEL_CLIENTS : concurrencyLimit(definition);
}

/** Creates the job queue. The role `api` only enqueues; `worker` and `all` also run jobs. */
export function createJobs<Deps extends object = JobDeps>(parts: {
  db: Database;
  definitions: readonly AnyJobDefinition<Deps>[];
  deps: Deps;
  /** The dependencies for a job of one account. Default: the same for all. */
  depsForAccount?: (deps: Deps, clientId: string) => Deps;
  role: 'all' | 'api' | 'worker';
  log: Logger;
  /** True if no other process runs jobs on this database: jobs of a killed one are then taken over at once. */
  isOnlyWorker?: boolean;
  /** Rejects if the disk lacks space for a job that needs some. By default it never does. */
  assertRoom?: () => Promise<void>;
}): Jobs {
  const { db, deps, log, depsForAccount = () => deps, assertRoom = async () => undefined } = parts;
  const definitions = new Map(parts.definitions.map((definition) => [definition.type, definition]));
  if (definitions.size !== parts.definitions.length) throw new Error('Two job definitions have the same type');
  const workerId = `${hostname()}:${process.pid}:${randomUUID()}`;
  const running = new Map<string, RunningAttempt>();
  const inFlight = new Set<Promise<void>>();
  const schedules: Schedule[] = [];
  let state: 'new' | 'working' | 'stopping' = 'new';
  let maintenance: PeriodicTask | null = null;
  let claiming: PeriodicTask | null = null;
  let pruning: PeriodicTask | null = null;
  const warn = (text: string) => (error: unknown) => log.warn({ err: error }, text);
  const listener = listenForWork(db, () => claiming?.runNow());

  async function work(definition: AnyJobDefinition<Deps>, claimed: JobRow): Promise<void> {
    const { clientId } = claimed;
    const ownDeps = clientId === null ? deps : depsForAccount(deps, clientId);
    const attempt = runAttempt({ definition, claimed, deps: ownDeps, db, log, assertRoom });
    running.set(claimed.id, attempt);
    if (state === 'stopping') attempt.stop('SHUTDOWN');
    try {
      const { outcome, progress } = await attempt.ended;
      const isHeld =
        outcome !== null && (await db.asSystem((tx) => finishAttempt(tx, definition, claimed, outcome, progress)));
      if (!isHeld) log.warn({ jobId: claimed.id }, 'another process took over a job that ran here');
      if (outcome?.kind === 'FAILED') {
        setTimeout(() => claiming?.runNow(), retryDelayMs(definition, claimed.attempt)).unref();
      }
    } catch (error) {
      // The lease will expire, and the job is then retried.
      log.error({ err: error, jobId: claimed.id }, 'the outcome of a job could not be written');
    } finally {
      running.delete(claimed.id);
      claiming?.runNow();
    }
  }

  async function claimJobs(): Promise<void> {
    await listener.ensure().catch(warn('cannot listen for job notifications'));
    while (state === 'working') {
      const active = [...running.values()];
      const belowLimit = [...definitions.values()].filter(
        (definition) =>
          active.filter(({ claimed }) => claimed.type === definition.type).length < localLimit(definition),
      );
      const claimed = belowLimit.length === 0 ? null : await claimJob(db, belowLimit, workerId);
      const definition = definitions.get(claimed?.type ?? '');
      if (claimed === null || definition === undefined) return;
      const done = work(definition, claimed).finally(() => inFlight.delete(done));
      inFlight.add(done);
    }
  }

  const takeOver = (isOnlyWorker: boolean) => takeOverAbandoned({ db, definitions, workerId, log, isOnlyWorker });

  return {
    enqueue: enqueueJob,
    cancel: async (jobId, tx) => {
      const found = await cancelJob(db, jobId, tx);
      // A run in another process is stopped when that process renews the lease.
      if (found && tx === undefined) running.get(jobId)?.stop('CANCELLED');
      return found;
    },
    canBeCancelled: (type) => definitions.get(type)?.canBeCancelled === true,
    list: (clientId) => listJobs(db, clientId),
    get: (jobId, clientId) => getJob(db, jobId, clientId),
    schedule(definition, everyMs, input) {
      definition.input.parse(input);
      schedules.push({ definition, everyMs, input, dueAt: nextDue(everyMs) });
    },
    async start() {
      if (parts.role === 'api' || state !== 'new') return;
      state = 'working';
      await takeOver(parts.isOnlyWorker === true);
      maintenance = startPeriodicTask({
        everyMs: RENEW_MS,
        run: async () => {
          await renewLeases(db, workerId, running);
          await takeOver(false);
          await enqueueDue(db, schedules);
        },
        onError: warn('the maintenance of jobs failed'),
      });
      pruning = startPeriodicTask({
        everyMs: PRUNE_MS,
        run: async () => void (await pruneJobs(db)),
        onError: warn('old jobs could not be deleted'),
      });
      claiming = startPeriodicTask({
        everyMs: POLL_MS,
        run: claimJobs,
        onError: warn('claiming jobs failed'),
      });
      claiming.runNow();
    },
    async stop(graceMs = 25_000) {
      if (state !== 'working') return;
      state = 'stopping';
      const deadline = performance.now() + graceMs;
      await claiming?.stop();
      listener.stop();
      await settledWithin([...inFlight], Math.min(FINISH_MS, graceMs / 4));
      for (const attempt of running.values()) attempt.stop('SHUTDOWN');
      const isInTime = await settledWithin([...inFlight], Math.max(0, deadline - performance.now()));
      if (!isInTime) log.warn({ jobs: [...running.keys()] }, 'jobs did not end in time; they will be retried');
      await maintenance?.stop();
      await pruning?.stop();
    },
  };
}
