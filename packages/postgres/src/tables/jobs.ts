import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

/** The states of a job; the last three are final. */
export const JOB_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED'] as const;
/** The state of a job. */
export type JobStatus = (typeof JOB_STATUSES)[number];

/** One row per piece of background work. */
export const jobs = pgTable(
  'jobs',
  {
    id: randomId(),
    /** Null for work of the installation itself. */
    clientId: text('client_id'),
    type: text('type').notNull(),
    status: text('status', { enum: JOB_STATUSES }).notNull().default('WAITING'),
    input: jsonb('input').notNull(),
    /** 0 to 1; never falls, across attempts either. */
    progress: real('progress').notNull().default(0),
    message: text('message'),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    /** What the job saved last, to go on from after a crash. */
    checkpoint: jsonb('checkpoint'),
    error: text('error'),
    /** How often it was begun. */
    attempt: integer('attempt').notNull().default(0),
    /** At most one waiting or running job of a type and account has the same key. */
    singletonKey: text('singleton_key'),
    /** Jobs with the same key share the limit on how many run at once; null is unlimited. */
    concurrencyKey: text('concurrency_key'),
    /** Not before this moment: the pause between attempts. */
    runAfter: instant('run_after').notNull().defaultNow(),
    workerId: text('worker_id'),
    leaseUntil: instant('lease_until'),
    cancelRequestedAt: instant('cancel_requested_at'),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
    requestedBy: text('requested_by'),
  },
  (table) => [
    index('jobs_of_client').on(table.clientId, table.createdAt),
    index('jobs_unfinished')
      .on(table.type, table.status, table.createdAt)
      .where(sql`${table.status} in ('WAITING', 'PROCESSING')`),
    uniqueIndex('jobs_one_per_singleton_key')
      .on(table.type, sql`coalesce(${table.clientId}::text, '')`, table.singletonKey)
      .where(sql`${table.singletonKey} is not null and ${table.status} in ('WAITING', 'PROCESSING')`),
    check('jobs_status', sql`${table.status} in ('WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED')`),
    check('jobs_progress_is_a_fraction', sql`${table.progress} between 0 and 1`),
  ],
);
