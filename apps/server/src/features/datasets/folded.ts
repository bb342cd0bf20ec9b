import { type Slot, type Sql, sql } from '@quarry/clickhouse';
import { foldSql, lowerTrimSql } from '@quarry/filters/compile';

/**
 * The same as `foldSql`, several times faster where a text is plain ASCII without runs of blanks: folding is then
 * lower case. The engine computes the slow branch only for rows that need it.
 */
export function quickFoldSql(text: Slot): Sql {
  const isPlain = sql`isValidASCII(${text}) AND position(${text}, '  ') = 0 AND position(${text}, '\\t') = 0`;
  return sql`if(${isPlain}, ${lowerTrimSql(text)}, ${foldSql(text)})`;
}
