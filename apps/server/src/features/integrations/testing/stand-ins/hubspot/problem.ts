import { Refused } from '../stand-in.ts';

/** An error in HubSpot's form. */
export const problem = (category: string, message: string) => ({
  status: 'error',
  message,
  correlationId: '00000000-0000-4000-8000-000000000000',
  category,
});

/** HubSpot's answer to too many requests. */
export function tooMany(policyName: 'DAILY' | 'TEN_SECONDLY_ROLLING' | 'SECONDLY', retryAfter: number | null): Refused {
  return new Refused(
    429,
    {
      status: 'error',
      message: `You have reached your ${policyName} limit.`,
      errorType: 'RATE_LIMIT',
      correlationId: '00000000-0000-4000-8000-000000000000',
      policyName,
    },
    retryAfter === null ? {} : { 'retry-after': String(retryAfter) },
  );
}
