import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, real, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Questions that take seconds, such as previews: asked, polled, forgotten after some minutes. */
export const executions = pgTable(
  'executions',
  {
    /** The token that is polled. */
    id: randomId(),
    clientId: ownedByClient(),
    kind: text('kind').notNull(),
    status: text('status', { enum: ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] })
      .notNull()
      .default('RUNNING'),
    /** Equal for equal questions, so that an answer can be given again. */
    inputHash: text('input_hash').notNull(),
    progress: real('progress'),
    output: jsonb('output'),
    error: text('error'),
    requestedBy: text('requested_by'),
    /** The process that works on it says every few seconds that it still does. */
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
