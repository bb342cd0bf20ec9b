import { readRetryAfter } from '../../retry-after.ts';
import type { LimitNews, VendorAnswer, VendorLimit, Verdict } from '../vendor.ts';
import { readRefusal } from './errors.ts';

const LANE = 'all';
const WINDOW_MS = 2_000;
/** After calls that went on regardless of the limit, Pipedrive's network refuses all of them for a while. */
const SHUT_OUT_MS = 5 * 60_000;

/** Of the smallest plan, since the plan can't be asked for; answers say if there is more. */
export const LIMITS: readonly VendorLimit[] = [
  { lane: LANE, isForAll: true, windowMs: WINDOW_MS, max: 80, inTokens: false },
];

/** What calls take of the day's budget. */
export const COST = { list: 10, describe: 10, one: 1, account: 2, write: 5, remove: 3 } as const;

export function judge(answer: VendorAnswer): Verdict {
  const { status, headers, body } = answer;
  if (status === 401) return { kind: 'SIGN_IN_AGAIN' };
  if (status === 429) return judgeTooMany(headers);
  if (status === 403 && typeof body === 'string') {
    return { kind: 'SLOW_DOWN', waitMs: readRetryAfter(headers.get('retry-after')) ?? SHUT_OUT_MS };
  }
  if (status === 403 || status === 402) return { kind: 'FORBIDDEN', refusal: readRefusal(answer) };
  if (status >= 500)
    return { kind: 'UNAVAILABLE', waitMs: readRetryAfter(headers.get('retry-after')), mayBeApplied: true };
  // A success without JSON has been cut off on its way.
  if (status < 300 && status !== 204 && typeof body === 'string') {
    return { kind: 'UNAVAILABLE', waitMs: null, mayBeApplied: true };
  }
  return { kind: 'READ', ...learntOf(headers) };
}

/** With something left of the day, it was the burst. */
function judgeTooMany(headers: Headers): Verdict {
  const told = readRetryAfter(headers.get('retry-after'));
  if (numberOf(headers, 'x-daily-ratelimit-token-remaining') === 0) {
    return { kind: 'DAY_SPENT', until: told === null ? nextMidnight() : new Date(Date.now() + told) };
  }
  const reset = numberOf(headers, 'x-ratelimit-reset');
  return { kind: 'SLOW_DOWN', waitMs: told ?? (reset === null ? WINDOW_MS : reset * 1_000), ...learntOf(headers) };
}

function learntOf(headers: Headers): { learnt?: LimitNews } {
  const max = numberOf(headers, 'x-ratelimit-limit');
  const remaining = numberOf(headers, 'x-ratelimit-remaining');
  if (max === null || max === 0) return {};
  return { learnt: { lane: LANE, max, ...(remaining === null ? {} : { remaining }) } };
}

function numberOf(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  return value === null || !/^\d+$/.test(value) ? null : Number(value);
}

function nextMidnight(): Date {
  const date = new Date();
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate() + 1));
}
