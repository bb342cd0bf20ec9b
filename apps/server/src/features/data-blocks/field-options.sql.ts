import { emptySql, ident, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { aggregateRows } from '#server/features/universe/block-rows/block-rows.sql.ts';
import type { BlockField, DataBlock } from '#server/features/universe/blocks/declaration.ts';
import type { ParsedConfig } from '#server/features/universe/criteria/data-point.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

/** Where the values of a field are found: an expression over the rows of a table. */
export interface ValueSource {
  readonly from: Sql;
  /** A text, or a list of texts. */
  readonly value: Sql;
  readonly isList: boolean;
  /**
   * How dear it is to count all of them: `few` values are counted in no time, `many` different ones take memory and
   * seconds, `computed` ones are made out of texts first.
   */
  readonly cost: 'few' | 'many' | 'computed';
}

/** Longer texts are descriptions, which nobody picks from a list; in bytes. */
const LONGEST = 255;

const isList = ({ type }: BlockField): boolean => traitsOf(type).form === 'list';
const isText = ({ type }: BlockField): boolean => traitsOf(type).form === 'text';
const costOf = ({ type }: BlockField): ValueSource['cost'] => (traitsOf(type).isChoice === true ? 'few' : 'many');

/**
 * The values of a field over the whole universe; null where there are none to suggest. Those of a dynamic block come
 * from all of its rows.
 */
export function valuesOfField(block: DataBlock, internalName: string): ValueSource | null {
  if (block.isParameterisedWithDynamicConfig) {
    const field = block.fields.find((known) => known.internalName === internalName);
    if (field?.listed === undefined) return null;
    const rows = block.rows === undefined ? emptySql : sql`WHERE ${block.rows}`;
    return { from: sql`${readTable(block.table)} ${rows}`, value: field.listed, isList: false, cost: costOf(field) };
  }
  const field = block.fields.find((known) => known.internalName === internalName);
  if (field === undefined || !(isText(field) || isList(field))) return null;
  return { from: readTable(block.table), value: field.column, isList: isList(field), cost: costOf(field) };
}

/** The values of a dynamic block's field that companies have under a configuration; null where there are no texts. */
export function valuesUnderConfig(config: ParsedConfig, field: BlockField): ValueSource | null {
  if (!isText(field) && !isList(field)) return null;
  const companies = aggregateRows(config, [field.internalName], sql`true`);
  const value = sql`${ident(field.internalName)}`;
  return { from: sql`(${companies})`, value, isList: isList(field), cost: 'computed' };
}

/**
 * Values that contain the typed text, ignoring case: first those that begin with it, the most frequent first. A list
 * counts each of its items once.
 */
export function suggestedUniverseValues({ from, value, isList }: ValueSource, typed: string, limit: number): Sql {
  const each = isList ? sql`arrayJoin(arrayDistinct(${value}))` : value;
  const matching = typed === '' ? emptySql : sql`AND positionCaseInsensitiveUTF8(value, ${text(typed)}) > 0`;
  const beginning = typed === '' ? emptySql : sql`startsWith(lowerUTF8(value), lowerUTF8(${text(typed)})) DESC,`;
  return sql`SELECT toString(value) AS value, toUInt32(count()) AS count
    FROM (SELECT ${each} AS value FROM ${from})
    WHERE value != '' AND length(value) <= ${uint(LONGEST)} ${matching}
    GROUP BY value
    ORDER BY ${beginning} count DESC, value ASC
    LIMIT ${uint(limit)}`;
}
