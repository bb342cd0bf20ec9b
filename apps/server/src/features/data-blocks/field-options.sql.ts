import { emptySql, ident, type Sql, sql, text, uint } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { aggregateRows } from '#server/features/universe/block-rows/block-rows.sql.ts';
import type { BlockField, DataBlock } from '#server/features/universe/blocks/declaration.ts';
import type { ParsedConfig } from '#server/features/universe/criteria/data-point.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

/** The values of a field, as an expression over the rows of a table. */
export interface FieldValues {
  readonly from: Sql;
  /** A text, or a list of texts. */
  readonly value: Sql;
  readonly isList: boolean;
  /** The cost of counting: `few` distinct values are fast, `many` take seconds, `computed` ones come from texts. */
  readonly cost: 'few' | 'many' | 'computed';
}

/** Longer texts are descriptions, which nobody picks from a list. */
const MAX_VALUE_BYTES = 255;

const isList = ({ type }: BlockField): boolean => traitsOf(type).form === 'list';
const isText = ({ type }: BlockField): boolean => traitsOf(type).form === 'text';
const costOf = ({ type }: BlockField): FieldValues['cost'] => (traitsOf(type).isChoice === true ? 'few' : 'many');

/** The values of a field in the whole universe, for dynamic blocks in all rows; null if there is nothing to suggest. */
export function valuesOfField(block: DataBlock, internalName: string): FieldValues | null {
  if (block.isParameterisedWithDynamicConfig) {
    const field = block.fields.find((candidate) => candidate.internalName === internalName);
    if (field?.suggestionColumn === undefined) return null;
    const rows = block.rowFilter === undefined ? emptySql : sql`WHERE ${block.rowFilter}`;
    return {
      from: sql`${readTable(block.table)} ${rows}`,
      value: field.suggestionColumn,
      isList: false,
      cost: costOf(field),
    };
  }
  const field = block.fields.find((candidate) => candidate.internalName === internalName);
  if (field === undefined || !(isText(field) || isList(field))) return null;
  return { from: readTable(block.table), value: field.column, isList: isList(field), cost: costOf(field) };
}

/** The values of a dynamic field under a config; null if they are not texts. */
export function valuesUnderConfig(config: ParsedConfig, field: BlockField): FieldValues | null {
  if (!isText(field) && !isList(field)) return null;
  const companies = aggregateRows(config, [field.internalName], sql`true`);
  const value = sql`${ident(field.internalName)}`;
  return { from: sql`(${companies})`, value, isList: isList(field), cost: 'computed' };
}

/** Values that contain the search text, ignoring case; prefix matches first, then by frequency. */
export function suggestedUniverseValues({ from, value, isList }: FieldValues, search: string, limit: number): Sql {
  const item = isList ? sql`arrayJoin(arrayDistinct(${value}))` : value;
  const matching = search === '' ? emptySql : sql`AND positionCaseInsensitiveUTF8(value, ${text(search)}) > 0`;
  const prefixFirst = search === '' ? emptySql : sql`startsWith(lowerUTF8(value), lowerUTF8(${text(search)})) DESC,`;
  return sql`SELECT toString(value) AS value, toUInt32(count()) AS count
    FROM (SELECT ${item} AS value FROM ${from})
    WHERE value != '' AND length(value) <= ${uint(MAX_VALUE_BYTES)} ${matching}
    GROUP BY value
    ORDER BY ${prefixFirst} count DESC, value ASC
    LIMIT ${uint(limit)}`;
}
