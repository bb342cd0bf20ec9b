import { IN_LARGE_BLOCKS, type Sql } from '@quarry/clickhouse';
import { z } from 'zod';
import { SETS } from './compared-sets.sql.ts';
import type { Counting } from './count-occurrences.ts';
import { type Counts, NONE } from './counts.ts';
import { type Comparison, countsBySet, countsOfAll } from './occurrences.sql.ts';

/** What companies are counted by. */
export interface Condition {
  readonly isMet: Sql;
  /** The companies of the whole dataset that meet it, as far as the build has counted them. */
  readonly all?: number | undefined;
}

const countsRow = z.object({ __companies: z.number() }).catchall(z.number());
const setRow = countsRow.extend({ __set: z.number() });

/** Reads the sizes of the sets, and the companies of each that meet the conditions. */
export async function readCounts(
  { warehouse, options }: Pick<Counting, 'warehouse' | 'options'>,
  comparison: Comparison,
  conditions: readonly Condition[],
): Promise<{ readonly sizes: Counts; readonly counts: readonly Counts[] }> {
  const isRest = comparison.sets.others === null;
  const uncounted = isRest ? conditions.filter(({ all }) => all === undefined) : [];
  // Counting all companies without telling sets apart, and the small sets beside it, takes half as long.
  const [rows, [row]] = await Promise.all([
    warehouse.rows(countsBySet(comparison, conditions.map(isMetOf)), setRow, { ...options, settings: IN_LARGE_BLOCKS }),
    uncounted.length > 0 ? warehouse.rows(countsOfAll(comparison, uncounted.map(isMetOf)), countsRow, options) : [],
  ]);
  const all = new Map(uncounted.map((condition, at) => [condition, row?.[`__${at}`]]));
  const pick = (name: string, total: number): Counts => {
    const counts = { ...NONE };
    for (const each of rows) {
      const set = SETS[each.__set];
      if (set !== undefined) counts[set] = each[name] ?? 0;
    }
    if (!isRest) return counts;
    return { ...counts, others: total - counts.targets - counts.heldTargets - counts.heldOthers };
  };
  return {
    sizes: pick('__companies', comparison.companies),
    counts: conditions.map((condition, at) => pick(`__${at}`, condition.all ?? all.get(condition) ?? 0)),
  };
}

const isMetOf = ({ isMet }: Condition): Sql => isMet;
