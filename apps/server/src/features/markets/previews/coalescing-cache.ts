import { AppError } from '@quarry/contracts';

/** A cache whose concurrent callers share one computation per key. */
export interface CoalescingCache<T> {
  /**
   * Returns the fresh value of the key, joins its running computation, or starts one. A caller whose signal aborts
   * leaves with REQUEST_ABORTED; when the last one leaves, the computation's signal aborts as well. Failures are not
   * cached.
   */
  get(key: string, signal: AbortSignal, compute: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

interface Entry<T> {
  readonly value: Promise<T>;
  readonly controller: AbortController;
  waiting: number;
  /** By `performance.now()`; null while it is being computed. */
  settledAt: number | null;
}

/** Evicts the least recently used values beyond `maxEntries`. */
export function createCoalescingCache<T>({
  ttlMs,
  maxEntries,
}: {
  readonly ttlMs: number;
  readonly maxEntries: number;
}): CoalescingCache<T> {
  const entries = new Map<string, Entry<T>>();

  const evict = (key: string, entry: Entry<T>): void => {
    if (entries.get(key) === entry) entries.delete(key);
  };

  function start(key: string, compute: (signal: AbortSignal) => Promise<T>): Entry<T> {
    const controller = new AbortController();
    const entry: Entry<T> = {
      value: Promise.resolve().then(() => compute(controller.signal)),
      controller,
      waiting: 0,
      settledAt: null,
    };
    entry.value.then(
      () => {
        entry.settledAt = performance.now();
        for (const [oldest, { settledAt }] of entries) {
          if (entries.size <= maxEntries) break;
          if (settledAt !== null) entries.delete(oldest);
        }
      },
      () => evict(key, entry),
    );
    return entry;
  }

  function find(key: string): Entry<T> | undefined {
    const entry = entries.get(key);
    const isStale = entry?.settledAt != null && performance.now() - entry.settledAt > ttlMs;
    return isStale ? undefined : entry;
  }

  return {
    async get(key, signal, compute) {
      if (signal.aborted) throw requestAborted();
      const entry = find(key) ?? start(key, compute);
      // Moves it to the end of the order of use.
      entries.delete(key);
      entries.set(key, entry);
      entry.waiting += 1;
      let leave: () => void = () => undefined;
      const left = new Promise<never>((_resolve, reject) => {
        leave = () => reject(requestAborted());
        signal.addEventListener('abort', leave, { once: true });
      });
      try {
        return await Promise.race([entry.value, left]);
      } finally {
        signal.removeEventListener('abort', leave);
        entry.waiting -= 1;
        if (entry.waiting === 0 && entry.settledAt === null) {
          evict(key, entry);
          entry.controller.abort(requestAborted());
        }
      }
    },
  };
}

const requestAborted = () => new AppError('REQUEST_ABORTED', 'The request was cancelled.');
