import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Transaction } from '@quarry/postgres';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { cancelJob } from './cancel-job.ts';
import { claimJob, type JobRow } from './claim-job.ts';
import type { AnyJobDefinition, Enqueue, JobDeps } from './define-job.ts';
import { enqueueJob } from './enqueue-job.ts';
import { finishAttempt } from './finish-attempt.ts';
import { type Heartbeat, startHeartbeat } from './heartbeat.ts';
import { getJob, listJobs } from './list-jobs.ts';
import { createQueue, type QueueMessage } from './queue.ts';
import { type RunningAttempt, runAttempt } from './run-attempt.ts';
import { announceForgotten, takeOverAbandoned } from './sweep.ts';

export type { JobRow } from './claim-job.ts';
export { type AnyJobDefinition, defineJob, type JobContext, type JobDeps } from './define-job.ts';

/** Background work: what is asked for, what runs, what became of it. */
export interface Jobs {
  /** Puts work in the queue, in the caller's transaction: it exists when that commits. Needs `start`. Returns the id. */
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
  /** Enqueues the job of the installation by a cron expression in UTC, unless one still waits or runs. Needs `start`. */
  schedule<I extends z.ZodType>(
    definition: { readonly type: string; readonly input: I },
    cron: string,
    input: z.input<I>,
  ): Promise<void>;
  /** Connects; processes that work begin to take jobs, those that dead processes left first. */
  start(): Promise<void>;
  /**
   * Takes no more work, lets what runs finish for a moment, then asks it to save its state, and waits up to `graceMs`
   * in all. What was stopped goes back to the queue.
   */
  stop(graceMs?: number): Promise<void>;
}

const SWEEP_MS = 5_000;
/** Jobs that need only a moment more at a stop get it. */
const FINISH_MS = 2_000;
const PARALLEL_CLIENTS = 2;

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
  const isWorker = parts.role !== 'api';
  const workerId = `${hostname()}:${process.pid}:${randomUUID()}`;
  const { connectionString } = db.pool.options;
  if (connectionString === undefined) throw new Error('The database was opened without a connection string');
  const queue = createQueue(connectionString, isWorker, log);
  const scope = { definitions, queue, workerId, log };
  const running = new Map<string, RunningAttempt>();
  let state: 'new' | 'started' | 'stopping' = 'new';
  let heartbeat: Heartbeat | null = null;
  let sweeping: Promise<void> = Promise.resolve();
  let sweepTimer: NodeJS.Timeout | null = null;

  const enqueue: Enqueue = (tx, definition, clientId, input, options) => {
    if (state === 'new') throw new Error('Jobs can be enqueued after start() only');
    return enqueueJob(queue, tx, definition, clientId, input, options);
  };

  async function handle(definition: AnyJobDefinition<Deps>, message: QueueMessage): Promise<void> {
    if (state === 'stopping') return;
    if ('scheduled' in message) {
      await db.asSystem((tx) => enqueue(tx, definition, null, message.input, { singletonKey: 'schedule' }));
      return;
    }
    const claimed = await claimJob(db, definition, message.jobId, workerId);
    if (claimed === null) return;
    const attempt = runAttempt({ definition, claimed, deps, db, log, enqueue });
    running.set(claimed.id, attempt);
    try {
      if (isStopping()) attempt.stop('SHUTDOWN');
      const ended = await attempt.ended;
      const isMine = ended !== null && (await finishAttempt(db, queue, definition, claimed, ended.outcome, ended.last));
      if (!isMine) log.warn({ jobId: claimed.id }, 'a job was taken over by another process while it ran here');
    } catch (error) {
      // Its lease will run out, and the job is begun again.
      log.error({ err: error, jobId: claimed.id }, 'the end of a job could not be written');
    } finally {
      running.delete(claimed.id);
    }
  }
  const isStopping = (): boolean => state === 'stopping';

  async function sweep(isFirst: boolean): Promise<void> {
    await takeOverAbandoned(db, scope, isFirst && parts.isOnlyWorker === true);
    await announceForgotten(db, scope, isFirst ? 0 : SWEEP_MS / 1_000);
  }

  return {
    enqueue,
    cancel: async (jobId, tx) => {
      const found = await cancelJob(db, jobId, tx);
      // The run may be here; if not, its own process sees the request at its next look.
      if (found && tx === undefined) running.get(jobId)?.stop('CANCELLED');
      return found;
    },
    list: (clientId) => listJobs(db, clientId),
    get: (jobId, clientId) => getJob(db, jobId, clientId),
    async schedule(definition, cron, input) {
      definition.input.parse(input);
      await queue.schedule(definition.type, cron, input);
    },
    async start() {
      await queue.start([...definitions.keys()]);
      state = 'started';
      if (!isWorker) return;
      heartbeat = startHeartbeat(db, workerId, running, log);
      await sweep(true);
      for (const definition of definitions.values()) {
        const { concurrency } = definition;
        const lines = concurrency === 'per-client' ? PARALLEL_CLIENTS : concurrency === 'global' ? 1 : concurrency;
        await queue.work(definition.type, lines, (message) => handle(definition, message));
      }
      sweepTimer = setInterval(() => {
        sweeping = sweeping
          .then(() => (isStopping() ? undefined : sweep(false)))
          .catch((error: unknown) => log.warn({ err: error }, 'the look for abandoned jobs failed'));
      }, SWEEP_MS);
    },
    async stop(graceMs = 25_000) {
      if (state !== 'started') return;
      state = 'stopping';
      if (sweepTimer !== null) clearInterval(sweepTimer);
      const deadline = Date.now() + graceMs;
      const allEnded = async (timeoutMs: number): Promise<void> => {
        const end = Math.min(Date.now() + timeoutMs, deadline);
        while (running.size > 0 && Date.now() < end) await sleep(20);
      };
      await allEnded(Math.min(FINISH_MS, graceMs / 4));
      for (const attempt of running.values()) attempt.stop('SHUTDOWN');
      await allEnded(graceMs);
      if (running.size > 0)
        log.warn({ jobs: [...running.keys()] }, 'jobs did not end in time; they are begun again later');
      heartbeat?.stop();
      await sweeping;
      await queue.stop();
    },
  };
}
