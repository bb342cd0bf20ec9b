import { z } from 'zod';
import { readRetryAfter } from '../../retry-after.ts';
import type { ExternalAccount, LimitNews, VendorAnswer, VendorLimit, Verdict } from '../vendor.ts';
import { readProblem } from './errors.ts';

export const SEARCH_LANE = 'search';
const ALL_LANE = 'all';
const WINDOW_MS = 10_000;
const SEARCH_WINDOW_MS = 1_000;
/** An account that is locked asks for at least this much. */
const LOCKED_MS = 2_000;

/** Of an app that accounts connect to; an account that has another number says so in its answers. */
export const LIMITS: readonly VendorLimit[] = [
  { lane: ALL_LANE, isForAll: true, windowMs: WINDOW_MS, max: 110, inTokens: false },
  { lane: SEARCH_LANE, isForAll: false, windowMs: SEARCH_WINDOW_MS, max: 5, inTokens: false },
];

const tooMany = z.looseObject({ policyName: z.string().nullish() });

export function judge(answer: VendorAnswer, account: ExternalAccount): Verdict {
  const { status, headers, body } = answer;
  if (status === 401) return { kind: 'SIGN_IN_AGAIN' };
  if (status === 403) return { kind: 'FORBIDDEN', refusal: readProblem(body).refusal };
  if (status === 429) return judgeTooMany(answer, account);
  if (status === 423 || status === 477 || status >= 500) {
    const waitMs = readRetryAfter(headers.get('retry-after')) ?? (status === 423 ? LOCKED_MS : null);
    return { kind: 'UNAVAILABLE', waitMs, mayBeApplied: true };
  }
  // A success without JSON has been cut off on its way.
  if (status < 300 && status !== 204 && typeof body === 'string') {
    return { kind: 'UNAVAILABLE', waitMs: null, mayBeApplied: true };
  }
  return { kind: 'READ', ...learntOf(headers) };
}

function judgeTooMany({ headers, body }: VendorAnswer, account: ExternalAccount): Verdict {
  const policy = tooMany.safeParse(body).data?.policyName ?? null;
  const told = readRetryAfter(headers.get('retry-after'));
  if (policy === 'DAILY') {
    const untilMidnight = msUntilMidnight(account.facts.timeZone ?? 'UTC', new Date());
    return { kind: 'DAY_SPENT', until: new Date(Date.now() + (told ?? untilMidnight)) };
  }
  return {
    kind: 'SLOW_DOWN',
    waitMs: told ?? (policy === 'SECONDLY' ? SEARCH_WINDOW_MS : WINDOW_MS),
    ...learntOf(headers),
  };
}

function learntOf(headers: Headers): { learnt?: LimitNews } {
  const max = numberOf(headers, 'x-hubspot-ratelimit-max');
  const remaining = numberOf(headers, 'x-hubspot-ratelimit-remaining');
  const window = numberOf(headers, 'x-hubspot-ratelimit-interval-milliseconds');
  const dailyMax = numberOf(headers, 'x-hubspot-ratelimit-daily');
  const dailyRemaining = numberOf(headers, 'x-hubspot-ratelimit-daily-remaining');
  const isKnownWindow = max !== null && (window ?? WINDOW_MS) === WINDOW_MS;
  if (!isKnownWindow && dailyMax === null) return {};
  return {
    learnt: {
      lane: ALL_LANE,
      ...(isKnownWindow ? { max } : {}),
      ...(isKnownWindow && remaining !== null ? { remaining } : {}),
      ...(dailyMax !== null && dailyRemaining !== null ? { daily: { max: dailyMax, remaining: dailyRemaining } } : {}),
    },
  };
}

function numberOf(headers: Headers, name: string): number | null {
  const value = headers.get(name);
  return value === null || !/^\d+$/.test(value) ? null : Number(value);
}

/** The time until the day ends at a place. On the day when clocks change it may be an hour off. */
export function msUntilMidnight(timeZone: string, now: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    hourCycle: 'h23',
  });
  const [hours = 0, minutes = 0, seconds = 0] = clock.format(now).split(':').map(Number);
  return (24 * 3_600 - hours * 3_600 - minutes * 60 - seconds) * 1_000;
}
