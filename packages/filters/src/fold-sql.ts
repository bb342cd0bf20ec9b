import { type Slot, type Sql, sql } from '@quarry/clickhouse/sql';

/** The engine's form of `lowerText`. */
export function lowerSql(expression: Slot): Sql {
  return sql`replaceAll(lowerUTF8(${expression}), 'ς', 'σ')`;
}

/** The engine's form of `lowerTrim`. */
export function lowerTrimSql(expression: Slot): Sql {
  return trimSql(lowerSql(expression));
}

/**
 * The engine's form of `foldText`, which companion columns store. Most text is plain ASCII without runs of blanks, which
 * only needs lower case; the engine computes the slow branch only for rows that need it.
 */
export function foldSql(expression: Slot): Sql {
  const isPlain = sql`isValidASCII(${expression})
    AND position(${expression}, '  ') = 0
    AND position(${expression}, '\\t') = 0`;
  const stripped = sql`replaceRegexpAll(normalizeUTF8NFKD(${expression}), '\\\\p{M}+', '')`;
  const straight = sql`replaceRegexpAll(${lowerSql(stripped)}, '[‘’‛ʼ]', '\\'')`;
  const spaced = sql`replaceRegexpAll(${straight}, '[ \\t]+', ' ')`;
  return sql`if(
    ${isPlain},
    ${trimSql(sql`lower(${expression})`)},
    ${trimSql(spaced)})`;
}

function trimSql(expression: Sql): Sql {
  return sql`trimBoth(${expression}, ' \\t\\n\\r\\v\\f')`;
}
