import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, real, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

/** The last three are final. */
export const JOB_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** Background jobs, one row each. */
export const jobs = pgTable(
  'jobs',
  {
    id: randomId(),
    /** Null for jobs of the installation. */
    clientId: text('client_id'),
    type: text('type').notNull(),
    status: text('status', { enum: JOB_STATUSES }).notNull().default('WAITING'),
    input: jsonb('input').notNull(),
    /** 0 to 1; never falls, even across attempts. */
    progress: real('progress').notNull().default(0),
    message: text('message'),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    /** The state from which the job resumes after a crash. */
    checkpoint: jsonb('checkpoint'),
    error: text('error'),
    /** Number of attempts started. */
    attempt: integer('attempt').notNull().default(0),
    /** Unique among the unfinished jobs of a type and account. */
    singletonKey: text('singleton_key'),
    /** Jobs of a type with the same key share its concurrency limit; null is unlimited. */
    concurrencyKey: text('concurrency_key'),
    /** Delays the next attempt. */
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
