import { setTimeout as sleep } from 'node:timers/promises';

/** Why work is stopped. LOST: its row is settled, or another process has taken it over. */
export type StopReason = 'CANCELLED' | 'TIMED_OUT' | 'SHUTDOWN' | 'LOST';

/** The abort reason of the signal. Work that ends with it was stopped; it has not failed. */
export class WorkStopped extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`The work was stopped: ${reason}`);
    this.name = 'WorkStopped';
    this.reason = reason;
  }
}

/** How work ended. `isAbandoned`: it ignored its signal and may still be running. */
export type Ending<T> =
  | { readonly kind: 'DONE'; readonly value: T }
  | { readonly kind: 'FAILED'; readonly error: unknown }
  | { readonly kind: 'STOPPED'; readonly reason: StopReason; readonly isAbandoned: boolean };

/** Work that runs in this process. */
export interface RunningWork<T> {
  /** Asks the work to stop. The first reason counts. */
  stop(reason: StopReason): void;
  /** Resolves at the latest `graceMs` after a stop. Never rejects. */
  readonly ending: Promise<Ending<T>>;
  /** Resolves when the run itself has ended. Never rejects. */
  readonly finished: Promise<void>;
}

/** Runs work that can be stopped. After a stop it has `graceMs` to end. */
export function runWork<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, graceMs }: { readonly timeoutMs: number; readonly graceMs: number },
): RunningWork<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let grace: NodeJS.Timeout | undefined;
  let giveUp: (ending: Ending<T>) => void = () => undefined;
  const abandoned = new Promise<Ending<T>>((resolve) => {
    giveUp = resolve;
  });
  let hasEnded = false;
  let reason: StopReason | null = null;
  const stop = (stopReason: StopReason): void => {
    if (hasEnded || reason !== null) return;
    reason = stopReason;
    grace = setTimeout(() => giveUp({ kind: 'STOPPED', reason: stopReason, isAbandoned: true }), graceMs);
    controller.abort(new WorkStopped(stopReason));
  };
  const timeout = setTimeout(() => stop('TIMED_OUT'), timeoutMs);

  const work = Promise.resolve()
    .then(() => run(signal))
    .then(
      (value): Ending<T> => ({ kind: 'DONE', value }),
      (error: unknown): Ending<T> =>
        reason === null ? { kind: 'FAILED', error } : { kind: 'STOPPED', reason, isAbandoned: false },
    );
  const ending = Promise.race([work, abandoned]).finally(() => {
    hasEnded = true;
    clearTimeout(timeout);
    clearTimeout(grace);
  });
  return { stop, ending, finished: work.then(() => undefined) };
}

/** The progress after a report of `fraction`: at most 1, and never lower than before. */
export function advance(progress: number, fraction: number): number {
  return Number.isFinite(fraction) ? Math.max(progress, Math.min(fraction, 1)) : progress;
}

/** Waits for the work, at most `timeoutMs`. Returns false on timeout. */
export async function settledWithin(work: readonly Promise<unknown>[], timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timedOut = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([Promise.allSettled(work).then(() => true), timedOut]);
  timer.abort();
  return inTime;
}
