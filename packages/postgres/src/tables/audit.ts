import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** The audit trail. Append-only; outlives users and accounts, so nothing cascades into it. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    clientId: text('client_id'),
    actorUserId: text('actor_user_id'),
    /** E-mail address, or the name of a job or command. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** Name of the changed object at the time. */
    target: text('target').notNull(),
    /** Its id, if names can change or be reused. */
    targetId: text('target_id'),
    before: jsonb('before'),
    after: jsonb('after'),
    requestId: text('request_id'),
  },
  (table) => [
    index('audit_log_of_client').on(table.clientId, table.at),
    index('audit_log_of_actor').on(table.actorUserId, table.at),
  ],
);
