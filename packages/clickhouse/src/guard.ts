import { WarehouseError } from './errors.ts';

/** The engine checks its time limit between blocks only; this much later the driver ends the statement itself. */
const WATCHDOG_MS = 2000;

/** Node holds timer delays in 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface Watch {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Turns a driver's error into a `WarehouseError`. */
  mapError: (error: unknown) => WarehouseError;
  /** Called once if the promise settles before the engine has finished. */
  stop: () => void;
}

/** Settles with the driver's promise, or earlier: `aborted` on the signal, `timeout` well after the time limit. */
export function guard<T>(driver: Promise<T>, watch: Watch): Promise<T> {
  const { signal, stop, mapError } = watch;
  return new Promise<T>((resolve, reject) => {
    const give = (error: WarehouseError): void => {
      settle();
      reject(error);
    };
    const giveUp = (kind: 'aborted' | 'timeout'): void => {
      give(new WarehouseError(kind));
      stop();
    };
    const onAbort = (): void => giveUp('aborted');
    const timer = setTimeout(() => giveUp('timeout'), Math.min(watch.timeoutMs + WATCHDOG_MS, MAX_TIMER_MS));
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    driver.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => give(mapError(error)),
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
