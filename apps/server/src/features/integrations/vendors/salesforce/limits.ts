import { readRetryAfter } from '../../retry-after.ts';
import type { LimitNews, VendorAnswer, Verdict } from '../vendor.ts';
import { readRefusal } from './errors.ts';

/** The day's allowance counts the last 24 hours, so that some of it is back after a while. */
const ALLOWANCE_PAUSE_MS = 3_600_000;
/** Too many calls at once. */
const CROWDED_MS = 5_000;

export function judge({ status, headers, body }: VendorAnswer): Verdict {
  if (status === 401) return { kind: 'SIGN_IN_AGAIN' };
  if (status === 429) return { kind: 'SLOW_DOWN', waitMs: readRetryAfter(headers.get('retry-after')) ?? CROWDED_MS };
  if (status === 403) return judgeForbidden(headers, body);
  if (status >= 500)
    return { kind: 'UNAVAILABLE', waitMs: readRetryAfter(headers.get('retry-after')), mayBeApplied: true };
  // A success without JSON has been cut off on its way.
  if (status < 300 && status !== 204 && typeof body === 'string') {
    return { kind: 'UNAVAILABLE', waitMs: null, mayBeApplied: true };
  }
  const learnt = learntOf(headers);
  return { kind: 'READ', ...(learnt === null ? {} : { learnt }) };
}

function judgeForbidden(headers: Headers, body: unknown): Verdict {
  const refusal = readRefusal(body);
  if (refusal.code !== 'REQUEST_LIMIT_EXCEEDED') return { kind: 'FORBIDDEN', refusal: explained(refusal) };
  if (/concurrent/i.test(refusal.message)) {
    return { kind: 'SLOW_DOWN', waitMs: readRetryAfter(headers.get('retry-after')) ?? CROWDED_MS };
  }
  return {
    kind: 'DAY_SPENT',
    until: new Date(Date.now() + (readRetryAfter(headers.get('retry-after')) ?? ALLOWANCE_PAUSE_MS)),
  };
}

function explained<Refusal extends { code: string; message: string }>(refusal: Refusal): Refusal {
  if (refusal.code !== 'API_DISABLED_FOR_ORG' && refusal.code !== 'API_CURRENTLY_DISABLED') return refusal;
  const message = 'The edition of your Salesforce, or the profile of the connected user, does not include the API';
  return { ...refusal, message };
}

/** `Sforce-Limit-Info: api-usage=18/5000` */
function learntOf(headers: Headers): LimitNews | null {
  const usage = /api-usage=(\d+)\/(\d+)/.exec(headers.get('sforce-limit-info') ?? '');
  if (usage === null) return null;
  const max = Number(usage[2]);
  return { lane: 'day', daily: { max, remaining: Math.max(0, max - Number(usage[1])) } };
}
