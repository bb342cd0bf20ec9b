import { WarehouseError } from './errors.ts';

/** The engine only checks its time limit between blocks; this much later the driver ends the statement itself. */
const WATCHDOG_MS = 2000;

/** Node holds timer delays in 31 bits. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface GuardOptions {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  /** Turns a driver's error into a `WarehouseError`. */
  mapError: (error: unknown) => WarehouseError;
  /** Called once if the promise rejects before the engine has finished. */
  stop: () => void;
}

/** Settles with the driver's promise or rejects earlier: `aborted` on the signal, `timeout` well after the limit. */
export function guard<T>(driver: Promise<T>, options: GuardOptions): Promise<T> {
  const { signal, stop, mapError } = options;
  return new Promise<T>((resolve, reject) => {
    const fail = (error: WarehouseError): void => {
      settle();
      reject(error);
    };
    const giveUp = (kind: 'aborted' | 'timeout'): void => {
      fail(new WarehouseError(kind));
      stop();
    };
    const onAbort = (): void => giveUp('aborted');
    const timer = setTimeout(() => giveUp('timeout'), Math.min(options.timeoutMs + WATCHDOG_MS, MAX_TIMER_MS));
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
    driver.then(
      (value) => {
        settle();
        resolve(value);
      },
      (error: unknown) => fail(mapError(error)),
    );
    if (signal?.aborted) onAbort();
    else signal?.addEventListener('abort', onAbort, { once: true });
  });
}
