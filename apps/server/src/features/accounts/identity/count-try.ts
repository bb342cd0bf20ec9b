import {
  type Attempt,
  countAttempts,
  forgetAttempts,
  forgiveAttempts,
  networkOf,
} from '#server/platform/rate-limits.ts';
import type { PublicScope } from '#server/platform/scope.ts';
import { knownDevice } from './device-cookie.ts';
import type { TryLimits } from './sign-in-limits.ts';

/** A counted try. */
export interface CountedTry {
  /** Undoes the count, and resets the counters of this browser's own mistakes. */
  succeeded(): Promise<void>;
}

/**
 * Counts a try for a person before it is checked, so that parallel ones count too. Throws TOO_MANY_REQUESTS above a
 * limit.
 */
export async function countTry(
  { db, secrets, request }: Pick<PublicScope, 'db' | 'secrets' | 'request'>,
  limits: TryLimits,
  email: string,
): Promise<CountedTry> {
  const device = knownDevice(secrets, request, email);
  const network = networkOf(request.ip);
  const own: Attempt =
    device === null
      ? { limit: limits.pair, subject: `${network}\n${email}` }
      : { limit: limits.device, subject: device };
  const address: Attempt = { limit: limits.address, subject: network };
  const person: Attempt[] = limits.person === undefined ? [] : [{ limit: limits.person, subject: email }];
  // In this order, a network above its own limits takes nothing from the person's.
  await countAttempts(db, device === null ? [address, own, ...person] : [own]);
  return {
    async succeeded() {
      if (device === null) await forgiveAttempts(db, [address, ...person]);
      await forgetAttempts(db, own);
    },
  };
}
