import { setTimeout as sleep } from 'node:timers/promises';

/** A look that is taken again and again, never two at a time. */
export interface Watch {
  /** Looks at once; during a look, as soon as it is over. */
  now(): void;
  /** Takes no more looks, and waits for the one under way. */
  stop(): Promise<void>;
}

/** Looks every `everyMs`. Does not keep the process alive. */
export function keepWatch(parts: {
  readonly everyMs: number;
  readonly look: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): Watch {
  let looking: Promise<void> | null = null;
  let isWanted = false;
  let isStopped = false;
  const lookWhileWanted = async (): Promise<void> => {
    while (isWanted && !isStopped) {
      isWanted = false;
      await parts.look().catch(parts.onError);
    }
    looking = null;
  };
  const now = (): void => {
    isWanted = true;
    looking ??= lookWhileWanted();
  };
  const timer = setInterval(now, parts.everyMs).unref();
  return {
    now,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}

/** Waits for the work, at most `timeoutMs`. Returns false if that was too short. */
export async function settledWithin(work: readonly Promise<unknown>[], timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const tooLate = sleep(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([Promise.allSettled(work).then(() => true), tooLate]);
  timer.abort();
  return inTime;
}
