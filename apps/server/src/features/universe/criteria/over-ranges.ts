import { ident, type Sql, sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { type IdRange, idRanges, inRange } from '#server/features/universe/id-ranges.ts';
import { UNIVERSE } from '#server/features/universe/universe-table.ts';

/** How a question is asked of the whole universe. */
export interface OverRanges {
  readonly warehouse: Warehouse;
  /** Companies that one statement looks at, which bounds its memory. */
  readonly size: number;
  readonly signal?: AbortSignal | undefined;
  /** Gets the share that is done, from 0 to 1. */
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/** As many as there are connections for analyses. */
const AT_A_TIME = 2;
/** Below this a second statement costs more than it helps. */
const SMALLEST = 100_000;

const countRow = z.object({ companies: z.number() });

/**
 * Asks range after range of company ids, two at a time. `range` is a condition over `company_id`. The first failure
 * ends what still runs.
 */
export async function overRanges<T>(
  { warehouse, size, signal, onProgress }: OverRanges,
  ask: (range: Sql, signal: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const stop = new AbortController();
  const either = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const ranges = await cutUniverse(warehouse, size, either);
  const answers: T[] = [];
  let next = 0;
  const work = async (): Promise<void> => {
    for (let range = ranges[next++]; range !== undefined; range = ranges[next++]) {
      answers.push(await ask(inRange(sql`company_id`, range), either));
      onProgress?.(answers.length / ranges.length);
    }
  };
  const workers = Array.from({ length: AT_A_TIME }, work);
  try {
    await Promise.all(workers);
  } catch (error) {
    stop.abort();
    await Promise.allSettled(workers);
    throw error;
  }
  return answers;
}

async function cutUniverse(warehouse: Warehouse, size: number, signal: AbortSignal): Promise<IdRange[]> {
  // Rows that wait to be replaced count as well: then the ranges are a little smaller than they could be.
  const [found] = await warehouse.rows(
    sql`SELECT toUInt32(count()) AS companies FROM ${ident(UNIVERSE, 'companies')}`,
    countRow,
    { lane: 'analysis', signal },
  );
  const companies = found?.companies ?? 0;
  return idRanges(companies, Math.min(size, Math.max(SMALLEST, Math.ceil(companies / AT_A_TIME))));
}
