import { WarehouseError } from './errors.ts';

/**
 * Hands out a fixed set of resources. Accounts take turns: a free resource goes to the waiting account that holds the
 * fewest, of several to the one whose turn is longest ago. So while an account holds none, each other account overtakes
 * it at most once, however many statements that one has waiting.
 */
export interface Pool<T> {
  /**
   * Waits for a free resource in the turns of `share`. Rejects with `aborted` on the signal and `unavailable` after
   * `waitMs`.
   */
  acquire(share: string, waitMs: number, signal?: AbortSignal): Promise<Granted<T>>;
  release(item: T): void;
  /** How many items are in use. */
  readonly held: number;
  /** Rejects all current and future waiters. */
  close(): void;
}

/** A resource, and how many were in use as it was handed out, with itself. */
export interface Granted<T> {
  readonly item: T;
  readonly held: number;
}

interface Waiter<T> {
  resolve(granted: Granted<T>): void;
  reject(error: WarehouseError): void;
}

/** An account that holds items or waits for one. */
interface Share<T> {
  readonly name: string;
  held: number;
  readonly waiting: Set<Waiter<T>>;
}

/** Creates a pool of which one account holds at most `perShare` items at a time. Default: all but one. */
export function createPool<T>(items: readonly T[], perShare = Math.max(1, items.length - 1)): Pool<T> {
  const free = [...items];
  const holders = new Map<T, Share<T>>();
  /** In the order of their turns. */
  const shares = new Map<string, Share<T>>();
  let closed = false;

  const moveToEnd = (share: Share<T>): void => {
    shares.delete(share.name);
    if (share.held > 0 || share.waiting.size > 0) shares.set(share.name, share);
  };

  const nextShare = (): Share<T> | undefined => {
    let next: Share<T> | undefined;
    for (const share of shares.values()) {
      if (share.waiting.size > 0 && share.held < (next?.held ?? perShare)) next = share;
    }
    return next;
  };

  const serveWaiting = (): void => {
    for (let item = free.pop(); item !== undefined; item = free.pop()) {
      const share = nextShare();
      const [waiter] = share?.waiting ?? [];
      if (share === undefined || waiter === undefined) return void free.push(item);
      share.held += 1;
      holders.set(item, share);
      waiter.resolve({ item, held: holders.size });
      moveToEnd(share);
    }
  };

  return {
    acquire: (name, waitMs, signal) =>
      new Promise<Granted<T>>((resolve, reject) => {
        if (closed || signal?.aborted) return reject(new WarehouseError('aborted'));
        const share = shares.get(name) ?? { name, held: 0, waiting: new Set() };
        const leave = (): void => {
          share.waiting.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', onAbort);
        };
        const waiter: Waiter<T> = {
          resolve: (granted) => {
            leave();
            resolve(granted);
          },
          reject: (error) => {
            leave();
            if (share.held === 0 && share.waiting.size === 0) shares.delete(name);
            reject(error);
          },
        };
        const onAbort = (): void => waiter.reject(new WarehouseError('aborted'));
        // Node holds timer delays in 31 bits.
        const timer = setTimeout(() => waiter.reject(new WarehouseError('unavailable')), Math.min(waitMs, 2 ** 31 - 1));
        signal?.addEventListener('abort', onAbort, { once: true });
        share.waiting.add(waiter);
        // An account that begins to wait comes after those that wait already.
        if (share.waiting.size === 1) moveToEnd(share);
        serveWaiting();
      }),
    release: (item) => {
      const share = holders.get(item);
      if (share === undefined) throw new Error('The released item is not in use');
      holders.delete(item);
      share.held -= 1;
      if (share.held === 0 && share.waiting.size === 0) shares.delete(share.name);
      free.push(item);
      serveWaiting();
    },
    get held() {
      return holders.size;
    },
    close: () => {
      closed = true;
      const waiters = [...shares.values()].flatMap(({ waiting }) => [...waiting]);
      for (const waiter of waiters) waiter.reject(new WarehouseError('aborted'));
    },
  };
}
