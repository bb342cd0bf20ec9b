import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane, Sql, Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { allowMerges, findMerges, holdMerges, startMerges, stopMerges, type TaggedTable } from './derive-tags.sql.ts';

const mergesRow = z.object({ running: z.number(), held: z.union([z.number(), z.boolean()]).transform(Boolean) });

interface TableChange {
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly table: TaggedTable;
}

/**
 * Runs a mutation of a whole table without waiting for merges of its parts, which can take half a minute: stops them
 * and lets them start again afterwards. On a cluster it waits.
 */
export async function withoutMerges(
  { warehouse, signal, lane, table }: TableChange,
  change: () => Promise<void>,
): Promise<void> {
  const readMerges = async () => {
    const [merges] = await warehouse.rows(findMerges(table), mergesRow, { lane, signal });
    return merges ?? { running: 0, held: false };
  };
  const run = (statement: Sql) => warehouse.command(statement, { lane });
  if (warehouse.topology.kind === 'cluster') return change();
  const { running, held } = await readMerges();
  // `held` without running merges is left over from a killed run.
  if (running === 0 && !held) return change();
  await run(holdMerges(table));
  try {
    await run(stopMerges(table));
    try {
      while ((await readMerges()).running > 0) await sleep(10);
    } finally {
      await run(startMerges(table));
    }
    await change();
  } finally {
    await run(allowMerges(table));
  }
}
