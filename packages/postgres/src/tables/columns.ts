import { sql } from 'drizzle-orm';
import { text, timestamp } from 'drizzle-orm/pg-core';

/** A point in time with its zone, read and written as a `Date`. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** When the row was made; the database's clock. */
export const createdAt = () => instant('created_at').notNull().defaultNow();

/** A random UUID as text, made by the database. */
export const randomId = () => text('id').primaryKey().default(sql`gen_random_uuid()::text`);
