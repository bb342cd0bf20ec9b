/** Places for connections to mail servers. */
export interface ConnectionSlots {
  /** Waits for a place at this server, and returns the function that gives it back. Rejects when `signal` aborts. */
  take(server: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  readonly server: string;
  readonly grant: () => void;
}

/** Limits connections in all and to each server; a place at a server stays empty for `pauseMs` after each use. */
export function createConnectionSlots(limits: {
  readonly maxConnections: number;
  readonly connectionsPerServer: number;
  readonly pauseMs: number;
}): ConnectionSlots {
  const taken = new Map<string, number>();
  const waiting = new Set<Waiting>();
  let open = 0;

  const change = (server: string, by: number) => {
    const count = (taken.get(server) ?? 0) + by;
    if (count === 0) taken.delete(server);
    else taken.set(server, count);
  };
  const serve = () => {
    for (const next of waiting) {
      if (open >= limits.maxConnections) return;
      if ((taken.get(next.server) ?? 0) >= limits.connectionsPerServer) continue;
      waiting.delete(next);
      open += 1;
      change(next.server, 1);
      next.grant();
    }
  };
  const giveBack = (server: string) => {
    open -= 1;
    setTimeout(() => {
      change(server, -1);
      serve();
    }, limits.pauseMs).unref();
    serve();
  };

  return {
    async take(server, signal) {
      signal.throwIfAborted();
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          waiting.delete(place);
          reject(signal.reason);
        };
        const place: Waiting = {
          server,
          grant() {
            signal.removeEventListener('abort', leave);
            resolve();
          },
        };
        signal.addEventListener('abort', leave, { once: true });
        waiting.add(place);
        serve();
      });
      return () => giveBack(server);
    },
  };
}
