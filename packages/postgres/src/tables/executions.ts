import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { clients } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Work that takes seconds, such as previews: polled by token, deleted after an hour. */
export const executions = pgTable(
  'executions',
  {
    /** The token for polling. */
    id: randomId(),
    /** Null for staff's, which belong to no account. */
    clientId: text('client_id').references(() => clients.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    status: text('status', { enum: ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] })
      .notNull()
      .default('RUNNING'),
    /** Equal for equal requests, so that a result can be reused. */
    inputHash: text('input_hash').notNull(),
    progress: real('progress'),
    output: jsonb('output'),
    error: text('error'),
    requestedBy: text('requested_by'),
    /** Renewed every few seconds by the process that runs it. */
    heartbeatAt: instant('heartbeat_at').notNull().defaultNow(),
    polledAt: instant('polled_at').notNull().defaultNow(),
    abortRequestedAt: instant('abort_requested_at'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('executions_by_input').on(table.clientId, table.kind, table.inputHash, table.createdAt),
    index('executions_by_age').on(table.createdAt),
    check('executions_progress_is_a_fraction', sql`${table.progress} between 0 and 1`),
  ],
);
