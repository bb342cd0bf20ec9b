import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt, instant, randomId } from './columns.ts';
import { users } from './users.ts';

const userId = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/** A signed-in browser. Revoking the row ends it at once. */
export const sessions = pgTable(
  'sessions',
  {
    id: randomId(),
    userId: userId(),
    /** Hash of the current refresh token; the token itself is never stored. */
    refreshTokenHash: text('refresh_token_hash').notNull().unique(),
    /** Hash of the previous token, accepted briefly after a refresh so that parallel tabs stay signed in. */
    previousRefreshTokenHash: text('previous_refresh_token_hash'),
    refreshedAt: instant('refreshed_at'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    userAgent: text('user_agent'),
  },
  (table) => [index('sessions_of_user').on(table.userId), index('sessions_by_expiry').on(table.expiresAt)],
);

/** Mailed codes for setting a new password. */
export const passwordResetCodes = pgTable(
  'password_reset_codes',
  {
    id: randomId(),
    userId: userId(),
    codeHmac: text('code_hmac').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: instant('used_at'),
  },
  (table) => [index('password_reset_codes_of_user').on(table.userId)],
);

/** Sign-ins that must set a new password to continue. */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    id: randomId(),
    userId: userId(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [index('sign_in_challenges_of_user').on(table.userId)],
);

/** Attempt counters, shared by all processes: one row per limit and subject, with its current window. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    windowStart: instant('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [index('rate_limits_by_window').on(table.windowStart)],
);
