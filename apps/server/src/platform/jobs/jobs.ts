import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { keepWatch, settledWithin, type Watch } from '#server/platform/work/watch.ts';
import { listenForWork } from './announce.ts';
import { cancelJob } from './cancel-job.ts';
import { claimJob, concurrencyLimit, type JobRow } from './claim-job.ts';
import type { AnyJobDefinition, Enqueue, JobDefinition, JobDeps } from './define-job.ts';
import { enqueueDue, nextDue, type Schedule } from './enqueue-due.ts';
import { enqueueJob } from './enqueue-job.ts';
import { finishAttempt, retryDelayMs } from './finish-attempt.ts';
import { getJob, listJobs } from './list-jobs.ts';
import { renewLeases } from './renew-leases.ts';
import { type RunningAttempt, runAttempt } from './run-attempt.ts';
import { takeOverAbandoned } from './take-over.ts';

export type { JobRow } from './claim-job.ts';
export { type AnyJobDefinition, defineJob, type JobContext, type JobDeps } from './define-job.ts';

/** Background work: what is asked for, what runs, what became of it. */
export interface Jobs {
  /** Puts work in the queue, in the caller's transaction: it exists when that commits. Returns the id. */
  readonly enqueue: Enqueue;
  /**
   * Asks a job to end: one that waits is cancelled at once, one that runs at its next step. Returns false when there
   * is no such job or it is over. With `tx`, only jobs that the transaction may see, and together with its writes.
   */
  cancel(jobId: string, tx?: Transaction): Promise<boolean>;
  /** The account's jobs that wait or run, and those that ended in the last hour, newest first; at most 200. */
  list(clientId: string | null): Promise<JobRow[]>;
  /** One job; null when there is none, or when it is not of the account. */
  get(jobId: string, clientId?: string | null): Promise<JobRow | null>;
  /** Enqueues the job of the installation again and again while this process works, unless one still waits or runs. */
  schedule<I extends z.ZodType>(
    definition: Pick<JobDefinition<I, never>, 'type' | 'input' | 'concurrency'>,
    everyMs: number,
    input: z.input<I>,
  ): void;
  /** Processes that work begin to take jobs, those that dead processes left first. */
  start(): Promise<void>;
  /**
   * Takes no more work, lets what runs finish for a moment, then asks it to save its state, and waits up to `graceMs`
   * in all. What was stopped goes back to the queue.
   */
  stop(graceMs?: number): Promise<void>;
}

/** A job that was cancelled elsewhere learns of it within this time. */
const RENEW_MS = 1_500;
/** How long a job waits if its announcement was lost. */
const POLL_MS = 5_000;
/** Jobs that need only a moment more at a stop get it. */
const FINISH_MS = 2_000;
const PARALLEL_CLIENTS = 2;

/** How many jobs of one kind run at once in this process. */
function localLimit(definition: AnyJobDefinition<never>): number {
  return definition.concurrency === 'per-client' ? PARALLEL_CLIENTS : concurrencyLimit(definition);
}

/** Sets up background work. The role `api` only enqueues; `worker` and `all` run jobs too. */
export function createJobs<Deps extends object = JobDeps>(parts: {
  db: Database;
  definitions: readonly AnyJobDefinition<Deps>[];
  deps: Deps;
  role: 'all' | 'api' | 'worker';
  log: Logger;
  /** True when no other process can run jobs on this database: what a killed one left is then taken over at once. */
  isOnlyWorker?: boolean;
}): Jobs {
  const { db, deps, log } = parts;
  const definitions = new Map(parts.definitions.map((definition) => [definition.type, definition]));
  if (definitions.size !== parts.definitions.length) throw new Error('Two kinds of job have the same type');
  const workerId = `${hostname()}:${process.pid}:${randomUUID()}`;
  const running = new Map<string, RunningAttempt>();
  const underWay = new Set<Promise<void>>();
  const schedules: Schedule[] = [];
  let state: 'new' | 'working' | 'stopping' = 'new';
  let upkeep: Watch | null = null;
  let intake: Watch | null = null;
  const warn = (text: string) => (error: unknown) => log.warn({ err: error }, text);
  const listener = listenForWork(db, () => intake?.now());

  async function work(definition: AnyJobDefinition<Deps>, claimed: JobRow): Promise<void> {
    const attempt = runAttempt({ definition, claimed, deps, db, log });
    running.set(claimed.id, attempt);
    if (state === 'stopping') attempt.stop('SHUTDOWN');
    try {
      const { outcome, standing } = await attempt.ended;
      const isMine =
        outcome !== null && (await db.asSystem((tx) => finishAttempt(tx, definition, claimed, outcome, standing)));
      if (!isMine) log.warn({ jobId: claimed.id }, 'a job was taken over by another process while it ran here');
      if (outcome?.kind === 'FAILED') {
        setTimeout(() => intake?.now(), retryDelayMs(definition, claimed.attempt)).unref();
      }
    } catch (error) {
      // Its lease will run out, and the job is begun again.
      log.error({ err: error, jobId: claimed.id }, 'the end of a job could not be written');
    } finally {
      running.delete(claimed.id);
      intake?.now();
    }
  }

  async function takeWork(): Promise<void> {
    await listener.ensure().catch(warn('the announcements of jobs cannot be listened to'));
    while (state === 'working') {
      const active = [...running.values()];
      const withRoom = [...definitions.values()].filter(
        (definition) =>
          active.filter(({ claimed }) => claimed.type === definition.type).length < localLimit(definition),
      );
      const claimed = withRoom.length === 0 ? null : await claimJob(db, withRoom, workerId);
      const definition = definitions.get(claimed?.type ?? '');
      if (claimed === null || definition === undefined) return;
      const done = work(definition, claimed).finally(() => underWay.delete(done));
      underWay.add(done);
    }
  }

  const takeOver = (isOnlyWorker: boolean) => takeOverAbandoned({ db, definitions, workerId, log, isOnlyWorker });

  return {
    enqueue: enqueueJob,
    cancel: async (jobId, tx) => {
      const found = await cancelJob(db, jobId, tx);
      // The run may be here; if not, its own process sees the request when it renews the lease.
      if (found && tx === undefined) running.get(jobId)?.stop('CANCELLED');
      return found;
    },
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
      upkeep = keepWatch({
        everyMs: RENEW_MS,
        look: async () => {
          await renewLeases(db, workerId, running);
          await takeOver(false);
          await enqueueDue(db, schedules);
        },
        onError: warn('the running jobs could not be looked after'),
      });
      intake = keepWatch({
        everyMs: POLL_MS,
        look: takeWork,
        onError: warn('the waiting jobs could not be looked for'),
      });
      intake.now();
    },
    async stop(graceMs = 25_000) {
      if (state !== 'working') return;
      state = 'stopping';
      const deadline = performance.now() + graceMs;
      await intake?.stop();
      listener.stop();
      await settledWithin([...underWay], Math.min(FINISH_MS, graceMs / 4));
      for (const attempt of running.values()) attempt.stop('SHUTDOWN');
      const isInTime = await settledWithin([...underWay], Math.max(0, deadline - performance.now()));
      if (!isInTime) log.warn({ jobs: [...running.keys()] }, 'jobs did not end in time; they are begun again later');
      await upkeep?.stop();
    },
  };
}
