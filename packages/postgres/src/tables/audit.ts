import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Who changed what. Append-only; it outlives users and accounts, so nothing cascades into it. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: instant('at').notNull().defaultNow(),
    clientId: text('client_id'),
    actorUserId: text('actor_user_id'),
    /** E-mail address, or the name of the job or command that acted. */
    actor: text('actor').notNull(),
    action: text('action').notNull(),
    /** What it was done to, by the name that it had then. */
    target: text('target').notNull(),
    /** Its id, where names change or come back. */
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
