import type { Limit } from '#server/platform/rate-limits.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** Limits on tries. A known device has a separate counter, so that nobody else can lock its owner out. */
export interface TryLimits {
  readonly device: Limit;
  /** Strangers per network address, for all people together. */
  readonly address: Limit;
  /** Strangers per network address and person. */
  readonly pair: Limit;
  /** All strangers together, per person: slows down, never locks. */
  readonly person?: Limit;
}

/** Failed sign-ins. Strangers anywhere get 980 guesses a day at a password: 20, and one every 90 seconds. */
export const PASSWORD_TRIES: TryLimits = {
  device: { name: 'sign-in:device', max: 10, windowSeconds: QUARTER_HOUR },
  address: { name: 'sign-in:address', max: 50, windowSeconds: QUARTER_HOUR },
  pair: { name: 'sign-in:pair', max: 10, windowSeconds: QUARTER_HOUR },
  person: { name: 'sign-in:person', max: 20, windowSeconds: 30 * 60, isPaced: true },
};

/** Reset codes tried; each code has a limit too. */
export const CODE_TRIES: TryLimits = {
  device: { name: 'code:device', max: 10, windowSeconds: QUARTER_HOUR },
  address: { name: 'code:address', max: 50, windowSeconds: QUARTER_HOUR },
  pair: { name: 'code:pair', max: 10, windowSeconds: QUARTER_HOUR },
};

/** Reset codes requested. */
export const RESET_REQUESTS: TryLimits = {
  device: { name: 'reset:device', max: 5, windowSeconds: HOUR },
  address: { name: 'reset:address', max: 50, windowSeconds: HOUR },
  pair: { name: 'reset:pair', max: 5, windowSeconds: HOUR },
};

/**
 * Reset codes mailed to a person because strangers asked: four, and one per lifetime of a code. So a person who is
 * flooded with requests always has a code that works, and no more than 100 mails a day.
 */
export const CODES_FOR_STRANGERS: Limit = { name: 'reset:mails', max: 4, windowSeconds: HOUR, isPaced: true };

/** Wrong current passwords per user. */
export const CHANGE_BY_USER: Limit = { name: 'change-password:user', max: 10, windowSeconds: QUARTER_HOUR };
