import { ident, join, type Sql, sql, text } from '@quarry/clickhouse';
import { type FieldValue, traitsOf } from '@quarry/filters';
import type { BlockField, DynamicBlock, RowAggregate } from '../blocks/declaration.ts';
import { allOf } from '../blocks/matching.ts';
import type { ParsedConfig } from '../criteria/data-point.ts';
import { readTable } from '../universe-table.ts';

/**
 * Selects `company_id` and one column per field, by internal name: the block's fields under a config. `where` is a
 * condition over `company_id`. Companies without a matching row (without any row, if a field reads all rows) are left
 * out: they hold `emptyValue` if they are among `collectedCompanies`, else nothing is known.
 */
export function aggregateRows({ block, config }: ParsedConfig, fields: readonly string[], where: Sql): Sql {
  const { rowMatches, columns, aggregates } = block.compute(config);
  const selected = fields.map((field) => ({ field, ...aggregateOf(block, aggregates, field) }));
  const readsAllRows = selected.some((aggregate) => aggregate.readsAllRows === true);
  const names = [...new Set(selected.flatMap((aggregate) => aggregate.columns))];
  const read = names.map((name) => {
    const column = columns[name];
    if (column === undefined) throw new TypeError(`${block.blockName} has no column ${name}`);
    return sql`${column} AS ${ident(name)}`;
  });
  const isMatch = readsAllRows ? sql`toUInt8(${rowMatches})` : sql`toUInt8(1)`;
  const condition = allOf([where, ...rowConditions(block), ...(readsAllRows ? [] : [rowMatches])]);
  return sql`SELECT company_id, ${join(selected.map(({ field, value }) => sql`${value} AS ${ident(field)}`))}
    FROM (
      SELECT ${join([sql`company_id`, sql`${isMatch} AS is_match`, ...read])}
      FROM ${readTable(block.table)}
      WHERE ${condition})
    GROUP BY company_id`;
}

/** The conditions that select the block's rows in its table. */
export function rowConditions(block: DynamicBlock): Sql[] {
  return block.rowFilter === undefined ? [] : [block.rowFilter];
}

function aggregateOf(
  block: DynamicBlock,
  aggregates: Readonly<Record<string, RowAggregate>>,
  field: string,
): RowAggregate {
  const aggregate = Object.hasOwn(aggregates, field) ? aggregates[field] : undefined;
  if (aggregate === undefined) throw new TypeError(`${block.blockName} has no field ${field}`);
  return aggregate;
}

/** The companies for which the block was collected; `where` is a condition over `company_id`. */
export function collectedCompanies(block: DynamicBlock, where: Sql): Sql {
  return sql`SELECT company_id
    FROM ${readTable('collections')}
    WHERE block = ${text(block.blockName)} AND ${where}`;
}

/** The value for a collected company without matching rows; null for averages, shares, dates and texts. */
export function emptyValue(block: DynamicBlock, { internalName, type }: BlockField): FieldValue {
  switch (traitsOf(type).form) {
    case 'list':
      return [];
    case 'boolean':
      return false;
    case 'text':
    case 'number':
    case 'date':
      return block.deepPreviewFields.includes(internalName) ? 0 : null;
  }
}
