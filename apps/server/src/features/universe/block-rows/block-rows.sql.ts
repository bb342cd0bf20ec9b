import { ident, join, type Sql, sql, text } from '@quarry/clickhouse';
import { type FieldValue, traitsOf } from '@quarry/filters';
import type { BlockField, DynamicBlock, RowAggregate } from '../blocks/declaration.ts';
import { allOf } from '../blocks/matching.ts';
import type { ParsedConfig } from '../criteria/data-point.ts';
import { readTable } from '../universe-table.ts';

/**
 * A SELECT of `company_id` and one column per field, by its internal name: the block's fields under a config, for the
 * companies among `where` (a condition over `company_id`) that have a matching row, or any row where a field reads all.
 * Companies without a row in the answer hold `emptyValue` if they are among `collectedCompanies`, else nothing is known.
 * @throws TypeError for a field that the block lacks.
 */
export function aggregateRows({ block, config }: ParsedConfig, fields: readonly string[], where: Sql): Sql {
  const { rowMatches, columns, aggregates } = block.compute(config);
  const wanted = fields.map((field) => ({ field, ...aggregateOf(block, aggregates, field) }));
  const readsAllRows = wanted.some((aggregate) => aggregate.readsAllRows === true);
  const names = [...new Set(wanted.flatMap((aggregate) => aggregate.columns))];
  const read = names.map((name) => {
    const column = columns[name];
    if (column === undefined) throw new TypeError(`${block.blockName} has no column ${name}`);
    return sql`${column} AS ${ident(name)}`;
  });
  const isMatch = readsAllRows ? sql`toUInt8(${rowMatches})` : sql`toUInt8(1)`;
  const condition = allOf([where, ...rowsOf(block), ...(readsAllRows ? [] : [rowMatches])]);
  return sql`SELECT company_id, ${join(wanted.map(({ field, value }) => sql`${value} AS ${ident(field)}`))}
    FROM (
      SELECT ${join([sql`company_id`, sql`${isMatch} AS is_match`, ...read])}
      FROM ${readTable(block.table)}
      WHERE ${condition})
    GROUP BY company_id`;
}

/** The rows of the block's table that belong to the block, as conditions. */
export function rowsOf(block: DynamicBlock): Sql[] {
  return block.rows === undefined ? [] : [block.rows];
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

/** The companies among `where` (a condition over `company_id`) whose source for the block was collected. */
export function collectedCompanies(block: DynamicBlock, where: Sql): Sql {
  return sql`SELECT company_id
    FROM ${readTable('collections')}
    WHERE block = ${text(block.blockName)} AND ${where}`;
}

/** What a field of a collected company without matching rows holds; averages, shares, dates and texts have nothing. */
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
