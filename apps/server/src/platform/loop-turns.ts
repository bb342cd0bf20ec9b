import { defineCache } from './caches.ts';
import type { PublicScope } from './scope.ts';

/** The accounts that wait, in the order of their turns. */
const waitingShares = defineCache(() => new Map<string, (() => void)[]>());

/**
 * Waits for a turn on the event loop. Between two turns the loop serves its other work, and accounts take turns. Call
 * it before work that grows with the request or the answer, so that many at once don't add up to one long block.
 */
export function loopTurn(scope: Pick<PublicScope, 'caches' | 'share'>): Promise<void> {
  const shares = waitingShares(scope);
  return new Promise((resolve) => {
    if (shares.size === 0) setImmediate(serveNext, shares);
    const own = shares.get(scope.share);
    if (own === undefined) shares.set(scope.share, [resolve]);
    else own.push(resolve);
  });
}

function serveNext(shares: Map<string, (() => void)[]>): void {
  for (const [share, waiting] of shares) {
    shares.delete(share);
    waiting.shift()?.();
    if (waiting.length > 0) shares.set(share, waiting);
    break;
  }
  if (shares.size > 0) setImmediate(serveNext, shares);
}
