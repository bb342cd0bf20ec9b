/** Why work is asked to end. LOST: its row says that it is over, or that another process has it. */
export type StopReason = 'CANCELLED' | 'TIMED_OUT' | 'SHUTDOWN' | 'LOST';

/** The reason of an aborted signal. Work that ends with it was stopped and has not failed. */
export class WorkStopped extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason) {
    super(`The work was stopped: ${reason}`);
    this.name = 'WorkStopped';
    this.reason = reason;
  }
}

/** How work ended. `isAbandoned`: it ignored its signal and may still run. */
export type Ending<T> =
  | { readonly kind: 'DONE'; readonly value: T }
  | { readonly kind: 'FAILED'; readonly error: unknown }
  | { readonly kind: 'STOPPED'; readonly reason: StopReason; readonly isAbandoned: boolean };

/** Work under way in this process. */
export interface RunningWork<T> {
  /** Asks the work to end. The first reason counts. */
  stop(reason: StopReason): void;
  /** Never rejects. Resolves `noticeMs` after a stop at the latest. */
  readonly ending: Promise<Ending<T>>;
  /** Never rejects. Resolves when the run itself has ended. */
  readonly finished: Promise<void>;
}

/** Runs work that can be stopped. After a stop it has `noticeMs` to end. */
export function runWork<T>(
  run: (signal: AbortSignal) => Promise<T>,
  { timeoutMs, noticeMs }: { readonly timeoutMs: number; readonly noticeMs: number },
): RunningWork<T> {
  const controller = new AbortController();
  const { signal } = controller;
  let notice: NodeJS.Timeout | undefined;
  let giveUp: (ending: Ending<T>) => void = () => undefined;
  const abandoned = new Promise<Ending<T>>((resolve) => {
    giveUp = resolve;
  });
  let hasEnded = false;
  let reason: StopReason | null = null;
  const stop = (why: StopReason): void => {
    if (hasEnded || reason !== null) return;
    reason = why;
    notice = setTimeout(() => giveUp({ kind: 'STOPPED', reason: why, isAbandoned: true }), noticeMs);
    controller.abort(new WorkStopped(why));
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
    clearTimeout(notice);
  });
  return { stop, ending, finished: work.then(() => undefined) };
}

/** The progress after a run has reported `fraction`: 0 to 1, and never less than before. */
export function advance(progress: number, fraction: number): number {
  return Number.isFinite(fraction) ? Math.max(progress, Math.min(fraction, 1)) : progress;
}
