import { ident, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { type IdRange, idRanges, inRange } from '#server/features/universe/id-ranges.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';

export interface RangeOptions {
  readonly warehouse: Warehouse;
  /** Companies per statement, which bounds its memory. */
  readonly size: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** The number of connections in the analysis lane. */
const CONCURRENCY = 2;
/** A second statement on fewer companies costs more than it helps. */
const MIN_RANGE = 100_000;

const countRow = z.object({ companies: z.number() });

/** Queries the universe by ranges of company ids, as conditions over `company_id`. The first failure stops the rest. */
export async function queryRanges<T>(
  { warehouse, size, signal, onProgress }: RangeOptions,
  query: (range: Sql, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const ranges = await splitUniverse(warehouse, size, either);
  const results: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let range = ranges[next++]; range !== undefined; range = ranges[next++]) {
      results.push(await query(inRange(sql`company_id`, range), either));
      onProgress?.(results.length / ranges.length);
    }
  };
  const workers = Array.from({ length: CONCURRENCY }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers);
    throw error;
  }
  return results;
}

async function splitUniverse(warehouse: Warehouse, size: number, signal: AbortSignal): Promise<IdRange[]> {
  // Without FINAL, replaced rows count too, which only makes the ranges a little smaller.
  const [found] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS companies FROM ${ident(UNIVERSE, 'companies')}`,
    countRow,
    { lane: 'analysis', signal },
  );
  const companies = found?.companies ?? 0;
  return idRanges(companies, Math.min(size, Math.max(MIN_RANGE, Math.ceil(companies / CONCURRENCY))));
}
