import { WarehouseError } from './errors.ts';

/** Hands out a fixed set of resources, first come, first served. */
export interface Pool<T> {
  /** Waits for a free resource. Rejects with `aborted` on the signal and `unavailable` after `waitMs`. */
  acquire(waitMs: number, signal?: AbortSignal): Promise<T>;
  release(item: T): void;
  /** Rejects all current and future waiters. */
  close(): void;
}

interface Waiter<T> {
  resolve(item: T): void;
  reject(error: WarehouseError): void;
}

export function createPool<T>(items: readonly T[]): Pool<T> {
  const free = [...items];
  const waiting = new Set<Waiter<T>>();
  let closed = false;
  return {
    acquire: (waitMs, signal) =>
      new Promise<T>((resolve, reject) => {
        if (closed || signal?.aborted) return reject(new WarehouseError('aborted'));
        const item = waiting.size === 0 ? free.pop() : undefined;
        if (item !== undefined) return resolve(item);
        const settle = (): void => {
          waiting.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const waiter: Waiter<T> = {
          resolve: (granted) => {
            settle();
            resolve(granted);
          },
          reject: (error) => {
            settle();
            reject(error);
          },
        };
        const onAbort = (): void => waiter.reject(new WarehouseError('aborted'));
        // Node holds timer delays in 31 bits.
        const timer = setTimeout(() => waiter.reject(new WarehouseError('unavailable')), Math.min(waitMs, 2 ** 31 - 1));
        signal?.addEventListener('abort', onAbort, { once: true });
        waiting.add(waiter);
      }),
    release: (item) => {
      const [next] = waiting;
      if (next === undefined) free.push(item);
      else next.resolve(item);
    },
    close: () => {
      closed = true;
      for (const waiter of waiting) waiter.reject(new WarehouseError('aborted'));
    },
  };
}
