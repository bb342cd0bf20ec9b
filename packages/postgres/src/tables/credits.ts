import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { instant } from './columns.ts';

/** Append-only. Outlives the account, so nothing cascades into it. */
export const creditLedger = pgTable(
  'credit_ledger',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: text('client_id').notNull(),
    creditType: text('credit_type').notNull(),
    /** Signed change of the balance. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    kind: text('kind', { enum: ['GRANT', 'CONSUME', 'SET', 'REMOVE'] }).notNull(),
    actor: text('actor').notNull(),
    reference: jsonb('reference').notNull().default({}),
    /** Null after SET to "does not apply", otherwise never negative. */
    balanceAfter: bigint('balance_after', { mode: 'number' }),
    /** Repeating a charge has no effect. */
    idempotencyKey: text('idempotency_key').notNull(),
    createdAt: instant('created_at').notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('credit_ledger_charges_once').on(table.clientId, table.idempotencyKey),
    index('credit_ledger_by_type').on(table.clientId, table.creditType, table.id),
    check('credit_ledger_balance_is_not_negative', sql`${table.balanceAfter} >= 0`),
    check('credit_ledger_kind', sql`${table.kind} in ('GRANT', 'CONSUME', 'SET', 'REMOVE')`),
  ],
);
