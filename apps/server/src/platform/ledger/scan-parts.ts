import { setTimeout as delay } from 'node:timers/promises';
import { isPartSound, listParts, type UnreadablePart, type Warehouse } from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import { readLedger } from './check-tables.ts';

/**
 * Reads every part of the recorded tables whole, to find bytes that changed on the disk before anybody needs them. Rests
 * after each part for as long as reading it took. Does nothing on a cluster, whose replicas repair each other.
 */
export async function scanParts(
  stores: { readonly db: Database; readonly warehouse: Warehouse },
  { signal, found }: { readonly signal: AbortSignal; readonly found: (part: UnreadablePart) => Promise<void> },
): Promise<void> {
  const { warehouse } = stores;
  if (warehouse.topology.kind === 'cluster') return;
  for (const [record, state] of await readLedger(stores)) {
    if (state === null || record.unreadablePart !== null) continue;
    for (const part of await listParts(warehouse, record)) {
      if (signal.aborted) return;
      const begin = performance.now();
      const isSound = await isPartSound(warehouse, record, part, {
        lane: 'jobs',
        signal,
        settings: { max_threads: 1 },
      });
      if (!isSound) {
        await found({ database: record.database, table: record.name, part });
        break;
      }
      await delay(performance.now() - begin, undefined, { signal, ref: false });
    }
  }
}
