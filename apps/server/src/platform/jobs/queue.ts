import { sql, type Transaction } from '@quarry/postgres';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { z } from 'zod';

/** What travels through the queue: the job to begin, or a schedule's order to make one. */
const message = z.union([
  z.object({ jobId: z.string() }),
  z.object({ scheduled: z.literal(true), input: z.unknown() }),
]);
/** What travels through the queue. */
export type QueueMessage = z.infer<typeof message>;

/** The queue proper, over pg-boss. It only says "look at this job now": the truth about a job is its row. */
export interface Queue {
  /** Connects, and makes one queue per type. */
  start(types: readonly string[]): Promise<void>;
  /** Says, when `tx` commits and `delayMs` are over, that the job can be begun. Saying it twice is harmless. */
  announce(tx: Transaction, type: string, jobId: string, delayMs?: number): Promise<void>;
  /** Takes messages one at a time, in `workers` parallel lines. */
  work(type: string, workers: number, handle: (message: QueueMessage) => Promise<void>): Promise<void>;
  schedule(type: string, cron: string, input: unknown): Promise<void>;
  stop(): Promise<void>;
}

/** How long a message waits for the poll when no notification reached the worker. */
const POLL_SECONDS = 5;
/** pg-boss allows no more than a day; a job that takes longer only loses its message, which is not needed any more. */
const EXPIRE_SECONDS = 23 * 3_600;

/** Opens the queue on the database of `connectionString`. Only processes that work keep it clean and run schedules. */
export function createQueue(connectionString: string, isWorker: boolean, log: Logger): Queue {
  const boss = new PgBoss({
    connectionString,
    application_name: 'quarry queue',
    max: 4,
    useListenNotify: isWorker,
    supervise: isWorker,
    schedule: isWorker,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue reports an error'));
  boss.on('warning', (warning) => log.warn({ warning }, 'the job queue reports a warning'));
  /** The lines that take messages here, by type. */
  const lines = new Map<string, string[]>();
  const wake = (type: string) => {
    for (const id of lines.get(type) ?? []) boss.notifyWorker(id);
  };
  return {
    async start(types) {
      await boss.start();
      const known = new Set((await boss.getQueues()).map((queue) => queue.name));
      for (const type of types) {
        if (known.has(type)) continue;
        // `short` keeps one message per key (here: per job) waiting. Attempts are counted on the job's row.
        await boss.createQueue(type, {
          policy: 'short',
          notify: true,
          retryLimit: 0,
          expireInSeconds: EXPIRE_SECONDS,
          deleteAfterSeconds: 3_600,
        });
      }
    },
    async announce(tx, type, jobId, delayMs = 0) {
      await boss.send(
        type,
        { jobId },
        {
          singletonKey: jobId,
          db: fromDrizzle(tx, sql),
          ...(delayMs > 0 ? { startAfter: new Date(Date.now() + delayMs) } : {}),
        },
      );
      // The poll finds a delayed message as well; this finds it when it is due.
      if (delayMs > 0) setTimeout(() => wake(type), delayMs + 50).unref();
    },
    async work(type, workers, handle) {
      for (let line = 0; line < workers; line++) {
        const id: string = await boss.work(
          type,
          { batchSize: 1, pollingIntervalSeconds: POLL_SECONDS, notifyPollingIntervalSeconds: POLL_SECONDS },
          async (batch) => {
            for (const { data } of batch) await handle(message.parse(data));
            // More may be waiting: look again at once instead of after the pause.
            boss.notifyWorker(id);
          },
        );
        lines.set(type, [...(lines.get(type) ?? []), id]);
      }
    },
    async schedule(type, cron, input) {
      await boss.schedule(type, cron, { scheduled: true, input }, { tz: 'UTC' });
    },
    async stop() {
      await boss.stop({ graceful: false });
    },
  };
}
