import { type Sql, sql } from '@quarry/clickhouse';
import { isCompared, setOf, whereAll } from './compared-sets.sql.ts';
import type { Comparison } from './occurrences.sql.ts';

/** Counts the held-out targets and others by score. */
export function scoresOfHeld({ dataset, sets, companies }: Comparison, score: Sql): Sql {
  const set = setOf(sets, companies);
  return sql`SELECT ${score} AS __score,
      toUInt32(countIf(${set} = 1)) AS __targets,
      toUInt32(countIf(${set} = 3)) AS __others
    FROM ${dataset.table()}
    ${whereAll([sql`${set} IN (1, 3)`, isCompared(sets)])}
    GROUP BY __score`;
}
