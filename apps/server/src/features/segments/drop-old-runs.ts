import { inline, localTable, onCluster, sql, text, type Warehouse } from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { z } from 'zod';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';

const DAY_MS = 86_400_000;
const { name: TABLE } = segmentMembersTable('');
const partRow = z.object({ database: z.string(), partition: z.string(), id: z.string() });

interface Partition {
  readonly database: string;
  readonly partitionId: string;
  readonly segmentId: string;
  readonly run: number;
}

/**
 * Drops the runs that nobody reads any more: those that another one replaced, those of computations that were given up,
 * and those of deleted segments. Readers that began with a run, such as exports, have at least a day. Returns how many.
 */
export async function dropOldRuns(
  { db, warehouse }: { readonly db: Database; readonly warehouse: Warehouse },
  now: Date = new Date(),
): Promise<number> {
  // In this order: a run is written before it becomes current.
  const partitions = await readPartitions(warehouse);
  const rows = await db.asSystem((tx) => tx.select({ id: segments.id, run: segments.run }).from(segments));
  const current = new Map(rows.map(({ id, run }) => [id, run]));
  let dropped = 0;
  for (const [segmentId, runs] of Map.groupBy(partitions, (each) => each.segmentId)) {
    for (const old of oldRuns(runs, current.get(segmentId) ?? null, now)) {
      await dropPartition(warehouse, old);
      dropped += 1;
    }
  }
  return dropped;
}

/** Run numbers are times in microseconds. */
const ageOf = ({ run }: Partition, now: Date): number => now.getTime() - run / 1_000;

function oldRuns(runs: readonly Partition[], current: number | null, now: Date): Partition[] {
  const sorted = runs.toSorted((one, other) => one.run - other.run);
  return sorted.filter((each, at) => {
    if (each.run === current) return false;
    if (current === null || each.run > current) return ageOf(each, now) > DAY_MS;
    // The next run may have been given up at most a day before another one became current.
    const next = sorted[at + 1];
    return next !== undefined && ageOf(next, now) > 2 * DAY_MS;
  });
}

/** The partitions of all clients; those of this node, because each node of a cluster has companies of every run. */
async function readPartitions(warehouse: Warehouse): Promise<Partition[]> {
  const local = localTable(warehouse.topology, { database: '', name: TABLE }).parts.at(-1) ?? TABLE;
  const parts = await warehouse.rows(
    sql`SELECT DISTINCT database, partition, partition_id AS id FROM system.parts
      WHERE active AND table = ${text(local)}`,
    partRow,
    { lane: 'jobs' },
  );
  return parts.flatMap(({ database, partition, id }): Partition[] => {
    const [, segmentId, run] = /^\('([^']+)',(\d+)\)$/.exec(partition) ?? [];
    return segmentId === undefined || run === undefined
      ? []
      : [{ database, partitionId: id, segmentId, run: Number(run) }];
  });
}

async function dropPartition(warehouse: Warehouse, { database, partitionId }: Partition): Promise<void> {
  const { topology } = warehouse;
  const table = localTable(topology, { database, name: TABLE });
  const statement = sql`ALTER TABLE ${table}${onCluster(topology)} DROP PARTITION ID ${text(partitionId)}`;
  await warehouse.command(inline(statement), { lane: 'jobs' });
}
