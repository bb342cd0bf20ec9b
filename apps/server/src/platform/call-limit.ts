import { AppError } from '@quarry/contracts';
import { defineCache } from './caches.ts';
import type { PublicScope } from './scope.ts';

/** Calls of one account, person or address that this process works on or keeps waiting. */
const MAX_CALLS = 200;

const runningCalls = defineCache(() => new Map<string, number>());

/** Runs a call. Throws TOO_MANY_REQUESTS instead while too many others of its account are unanswered. */
export async function withinCallLimit<T>(
  scope: Pick<PublicScope, 'caches' | 'share'>,
  call: () => Promise<T>,
): Promise<T> {
  const running = runningCalls(scope);
  const others = running.get(scope.share) ?? 0;
  if (others >= MAX_CALLS) {
    throw new AppError('TOO_MANY_REQUESTS', 'Too many requests are running. Please wait until some have finished.', {
      mostRunning: MAX_CALLS,
      retryAfterSeconds: 2,
    });
  }
  running.set(scope.share, others + 1);
  try {
    return await call();
  } finally {
    const left = (running.get(scope.share) ?? 1) - 1;
    if (left === 0) running.delete(scope.share);
    else running.set(scope.share, left);
  }
}
