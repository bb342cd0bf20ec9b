import { setTimeout as sleep } from 'node:timers/promises';
import type { Lane, Sql, Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { allowMerges, breakOff, findMerges, goOn, holdMerges, type TaggedTable } from './derive-tags.sql.ts';

const mergesRow = z.object({ running: z.number(), held: z.union([z.number(), z.boolean()]).transform(Boolean) });

/** What a change of a table runs with. */
interface Changing {
  readonly warehouse: Warehouse;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  readonly table: TaggedTable;
}

/**
 * Runs a change of a whole table before the merges of its parts, which can take half a minute and for which it would
 * wait; they begin anew after it. On a cluster it waits for them.
 */
export async function aheadOfMerges(changing: Changing, change: () => Promise<void>): Promise<void> {
  const { warehouse, signal, lane, table } = changing;
  const look = async () => {
    const [merges] = await warehouse.rows(findMerges(table), mergesRow, { lane, signal });
    return merges ?? { running: 0, held: false };
  };
  const run = (statement: Sql) => warehouse.command(statement, { lane });
  if (warehouse.topology.kind === 'cluster') return change();
  const { running, held } = await look();
  // `held` alone is what a killed run left behind.
  if (running === 0 && !held) return change();
  await run(holdMerges(table));
  try {
    await run(breakOff(table));
    try {
      while ((await look()).running > 0) await sleep(10);
    } finally {
      await run(goOn(table));
    }
    await change();
  } finally {
    await run(allowMerges(table));
  }
}
