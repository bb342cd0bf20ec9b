import { pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from './columns.ts';

/** The other stores of this installation, to refuse a process that opens different ones on the same database. */
export const stores = pgTable('stores', {
  store: text('store', { enum: ['warehouse', 'files'] }).primaryKey(),
  /** Kept in the store itself. */
  identity: text('identity').notNull(),
  createdAt: createdAt(),
});
