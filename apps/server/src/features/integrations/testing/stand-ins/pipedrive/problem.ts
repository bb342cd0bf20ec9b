import { Refused } from '../stand-in.ts';

/** An error in Pipedrive's form. */
export const problem = (error: string, code?: string) => ({
  success: false,
  error,
  error_info: 'Please check developers.pipedrive.com for more information.',
  data: null,
  additional_data: null,
  ...(code === undefined ? {} : { code }),
});

export const refuse = (status: number, error: string, code?: string) => new Refused(status, problem(error, code));

/** Pipedrive's answer to too many calls at a time, or to a budget that is spent. */
export function tooMany(left: { burst: number; day: number }, retryAfter: number | null): Refused {
  return new Refused(429, problem('request over limit'), {
    ...rateHeaders({ max: 80, remaining: left.burst, reset: retryAfter ?? 2 }, left.day),
    ...(retryAfter === null ? {} : { 'retry-after': String(retryAfter) }),
  });
}

export const rateHeaders = (burst: { max: number; remaining: number; reset: number }, day: number) => ({
  'x-ratelimit-limit': String(burst.max),
  'x-ratelimit-remaining': String(burst.remaining),
  'x-ratelimit-reset': String(burst.reset),
  'x-daily-ratelimit-token-remaining': String(day),
});
