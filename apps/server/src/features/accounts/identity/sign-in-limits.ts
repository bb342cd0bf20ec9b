import type { Limit } from '#server/platform/rate-limits.ts';

const QUARTER_HOUR = 15 * 60;
const HOUR = 60 * 60;

/** Failed sign-ins per e-mail address. */
export const SIGN_IN_BY_EMAIL: Limit = { name: 'sign-in:email', max: 10, windowSeconds: QUARTER_HOUR };
/** Failed sign-ins and challenges per network address. */
export const SIGN_IN_BY_ADDRESS: Limit = { name: 'sign-in:address', max: 50, windowSeconds: QUARTER_HOUR };
/** Reset codes requested per e-mail address. */
export const RESET_BY_EMAIL: Limit = { name: 'reset:email', max: 5, windowSeconds: HOUR };
/** Reset codes requested per network address. */
export const RESET_BY_ADDRESS: Limit = { name: 'reset:address', max: 50, windowSeconds: HOUR };
/** Reset codes tried per e-mail address; each code also has a lower limit. */
export const CODE_BY_EMAIL: Limit = { name: 'code:email', max: 10, windowSeconds: QUARTER_HOUR };
/** Reset codes tried per network address. */
export const CODE_BY_ADDRESS: Limit = { name: 'code:address', max: 50, windowSeconds: QUARTER_HOUR };
/** Wrong current passwords per user. */
export const CHANGE_BY_USER: Limit = { name: 'change-password:user', max: 10, windowSeconds: QUARTER_HOUR };
