import { sql } from 'drizzle-orm';
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';

/** Everyone who can sign in: members of accounts and staff. */
export const users = pgTable(
  'users',
  {
    id: randomId(),
    /** Lower case; the only name a person signs in with. */
    email: text('email').notNull().unique(),
    /** PHC string of argon2id; null with an external issuer. */
    passwordHash: text('password_hash'),
    mustChangePassword: boolean('must_change_password').notNull().default(false),
    temporaryPasswordExpiresAt: instant('temporary_password_expires_at'),
    staffPermissions: text('staff_permissions').array().notNull().default(sql`'{}'::text[]`),
    /** `sub` of the external issuer. */
    oidcSubject: text('oidc_subject').unique(),
    createdAt: createdAt(),
    lastSignedInAt: instant('last_signed_in_at'),
  },
  (table) => [check('users_email_is_lower_case', sql`${table.email} = lower(${table.email})`)],
);
