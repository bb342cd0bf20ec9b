import { ident, inline, localTable, onCluster, sql, text, uint, type Warehouse } from '@quarry/clickhouse';
import type { Database } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import { z } from 'zod';
import { segmentMembersTable } from '#server/features/datasets/segment-members.ts';

const DAY_MS = 86_400_000;
const { name: TABLE } = segmentMembersTable('');
const partRow = z.object({ database: z.string(), partition: z.string(), id: z.string() });
const segmentRow = z.object({ segmentId: z.string(), number: z.string() });

interface Partition {
  readonly database: string;
  readonly partitionId: string;
  readonly run: number;
}

/** The numbers of the current runs of segments. */
type CurrentRuns = ReadonlyMap<string, number | null>;

/**
 * Drops the runs that nobody reads any more: those that others replaced in all of their segments, those of computations
 * that were given up, and those of deleted segments. Readers that began with a run, such as exports, have at least a day.
 * Returns how many.
 */
export async function dropOldRuns(
  { db, warehouse }: { readonly db: Database; readonly warehouse: Warehouse },
  now: Date = new Date(),
): Promise<number> {
  // In this order: a run is written before it becomes current.
  const partitions = await readPartitions(warehouse);
  const rows = await db.asSystem((tx) => tx.select({ id: segments.id, run: segments.run }).from(segments));
  const current: CurrentRuns = new Map(rows.map(({ id, run }) => [id, run]));
  const inUse = new Set(current.values());
  const unused = partitions.filter(({ run }) => !inUse.has(run) && ageOf(run, now) > DAY_MS);
  let dropped = 0;
  for (const [database, candidates] of Map.groupBy(unused, (each) => each.database)) {
    const kept = await readKeptRuns(warehouse, database, candidates, current, now);
    for (const old of candidates.filter(({ run }) => !kept.has(run))) {
      await dropPartition(warehouse, old);
      dropped += 1;
    }
  }
  return dropped;
}

/** Run numbers are times in microseconds. */
const ageOf = (run: number, now: Date): number => now.getTime() - run / 1_000;

/** The runs that someone may still read for one of their segments, from the first candidate on. */
async function readKeptRuns(
  warehouse: Warehouse,
  database: string,
  candidates: readonly Partition[],
  current: CurrentRuns,
  now: Date,
): Promise<ReadonlySet<number>> {
  const first = Math.min(...candidates.map(({ run }) => run));
  const found = await warehouse.rows(
    sql`SELECT DISTINCT toString(segment_id) AS segmentId, toString(run) AS number
      FROM ${ident(database, TABLE)}
      WHERE run >= ${uint(first)}`,
    segmentRow,
    { lane: 'jobs' },
  );
  const kept = new Set<number>();
  for (const [segmentId, rows] of Map.groupBy(found, (each) => each.segmentId)) {
    const runs = rows.map(({ number }) => Number(number)).toSorted((one, other) => one - other);
    const last = current.get(segmentId) ?? null;
    runs.forEach((run, at) => {
      if (!isOld(run, runs[at + 1], last, now)) kept.add(run);
    });
  }
  return kept;
}

/** True if nobody reads a segment's companies in this run any more, of which `next` is the segment's next one. */
function isOld(run: number, next: number | undefined, current: number | null, now: Date): boolean {
  if (run === current) return false;
  if (current === null || run > current) return ageOf(run, now) > DAY_MS;
  // The next run may have been given up at most a day before another one became current.
  return next !== undefined && ageOf(next, now) > 2 * DAY_MS;
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
  // Tables from before runs were shared have one of (segment_id, run) for each segment.
  return parts.flatMap(({ database, partition, id }): Partition[] => {
    const [, run] = /(\d+)\)?$/.exec(partition) ?? [];
    return run === undefined ? [] : [{ database, partitionId: id, run: Number(run) }];
  });
}

async function dropPartition(warehouse: Warehouse, { database, partitionId }: Partition): Promise<void> {
  const { topology } = warehouse;
  const table = localTable(topology, { database, name: TABLE });
  const statement = sql`ALTER TABLE ${table}${onCluster(topology)} DROP PARTITION ID ${text(partitionId)}`;
  await warehouse.command(inline(statement), { lane: 'jobs' });
}
