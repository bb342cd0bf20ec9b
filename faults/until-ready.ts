import { setTimeout as sleep } from 'node:timers/promises';

const STEADY_MS = 2_000;

/**
 * Waits until the server has been ready for a while, because it may not notice a loss at once. Returns the milliseconds
 * from `begin` until then, or the limit.
 */
export async function untilReady(url: string, begin: number, limitMs: number): Promise<number> {
  let readySince: number | null = null;
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    readySince = isReady ? (readySince ?? Date.now()) : null;
    if (readySince !== null && Date.now() - readySince > STEADY_MS) return readySince - begin;
    if (Date.now() - begin > limitMs) return Date.now() - begin;
    await sleep(50);
  }
}
