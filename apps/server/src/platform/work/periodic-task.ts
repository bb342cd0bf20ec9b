/** A task that runs at an interval, never concurrently with itself. */
export interface PeriodicTask {
  /** Runs at once, or again as soon as the current run ends. */
  runNow(): void;
  /** Stops the interval and waits for the current run. */
  stop(): Promise<void>;
}

/** Starts a periodic task. It does not keep the process alive. */
export function startPeriodicTask(parts: {
  readonly everyMs: number;
  readonly run: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): PeriodicTask {
  let current: Promise<void> | null = null;
  let isDue = false;
  let isStopped = false;
  const runWhileDue = async (): Promise<void> => {
    while (isDue && !isStopped) {
      isDue = false;
      await parts.run().catch(parts.onError);
    }
    current = null;
  };
  const runNow = (): void => {
    isDue = true;
    current ??= runWhileDue();
  };
  const timer = setInterval(runNow, parts.everyMs).unref();
  return {
    runNow,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await current;
    },
  };
}
