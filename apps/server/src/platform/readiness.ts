import { setTimeout as delay } from 'node:timers/promises';
import { defineCache } from './caches.ts';
import type { Problem } from './problems.ts';
import type { Platform } from './scope.ts';

/** A store that readiness asks. */
type StoreName = 'database' | 'warehouse';

export interface StoreState {
  readonly name: StoreName;
  readonly isReachable: boolean;
}

/** The state of this process's stores, for monitoring and staff. */
export interface ReadinessReport {
  readonly isReady: boolean;
  readonly stores: readonly StoreState[];
  readonly problems: readonly Problem[];
}

const STORE_TIMEOUT_MS = 3_000;

/** The check of each store that has not ended yet. */
const pendingChecks = defineCache(() => new Map<StoreName, Promise<boolean>>());

/** Asks every store, for three seconds at most. Probes that overlap share one question. */
export async function readinessReport(platform: Platform): Promise<ReadinessReport> {
  const { db, warehouse, problems } = platform;
  const stores = await Promise.all([
    checkStore(platform, 'database', () => db.ping()),
    checkStore(platform, 'warehouse', () => warehouse.ping()),
  ]);
  return {
    isReady: stores.every(({ isReachable }) => isReachable) && !problems.list().some(({ stopsWork }) => stopsWork),
    stores,
    problems: problems.list(),
  };
}

async function checkStore(platform: Platform, name: StoreName, ping: () => Promise<void>): Promise<StoreState> {
  const pending = pendingChecks(platform);
  const check =
    pending.get(name) ??
    ping()
      .then(
        () => true,
        (error: unknown) => {
          platform.log.warn({ err: error, store: name }, 'not ready: a store does not answer');
          return false;
        },
      )
      .finally(() => pending.delete(name));
  pending.set(name, check);
  const givenUp = new AbortController();
  const isReachable = await Promise.race([
    check,
    delay(STORE_TIMEOUT_MS, false, { signal: givenUp.signal }).catch(() => false),
  ]);
  givenUp.abort();
  return { name, isReachable };
}
