import { emptySql, ident, join, type Sql, sql } from '@quarry/clickhouse';
import { foldSql } from '@quarry/filters/compile';
import { compileExpression } from '#server/features/client-configs/expressions/compile.ts';
import { type DefinedColumn, isExpression } from '#server/features/datasets/dataset-schema.ts';
import { type datasetTables, foldedName, hasFoldedColumn, isStored } from '#server/features/datasets/table.ts';
import { isFilled } from '#server/features/universe/is-filled.sql.ts';
import { completeness, quality, qualityParts } from '#server/features/universe/quality.ts';
import { joinedValues, type SourcedColumn, storedValue } from './data-point-rows.sql.ts';

type Tables = ReturnType<typeof datasetTables>;

/** The hash of a company's data, over its values in key order. */
export function contentHash(values: readonly Sql[]): Sql {
  return values.length === 0 ? sql`toUInt64(1)` : sql`cityHash64(tuple(${join(values)}))`;
}

function inKeyOrder<T extends { readonly key: string }>(columns: readonly T[]): T[] {
  return columns.toSorted((one, other) => (one.key < other.key ? -1 : 1));
}

/** The columns by which a company's data is compared, in the order of the hash. */
export function hashed<T extends Pick<DefinedColumn, 'key' | 'expressionSql'>>(columns: readonly T[]): T[] {
  return inKeyOrder(columns.filter((column) => !isExpression(column)));
}

/** A column of the wide table and its value. */
export type Target = readonly [name: string, value: Sql];

/** A column of a client with its value in the statement. */
export interface ValuedColumn extends DefinedColumn {
  readonly alias: Sql;
  /** Its folded form, if that is known. */
  readonly foldedAlias?: Sql;
}

/** Writes rows of the wide table. `definitions` are of the aliases that the targets use. */
export function insertRows(tables: Tables, targets: readonly Target[], from: Sql, definitions: readonly Sql[]): Sql {
  return sql`INSERT INTO ${ident(tables.database, tables.dataset)} (${join(targets.map(([name]) => ident(name)))})
    ${definitions.length === 0 ? emptySql : sql`WITH ${join(definitions)}`}
    SELECT ${join(targets.map(([, value]) => value))}
    FROM ${from}`;
}

/** A client's own columns and their folded companions. */
export function ownTargets(columns: readonly ValuedColumn[]): Target[] {
  const own = columns.filter(isStored);
  return [
    ...own.map(({ fieldName, alias }) => [fieldName, alias] as const),
    ...own.filter(hasFoldedColumn).map((column) => [foldedName(column.fieldName), folded(column)] as const),
  ];
}

/** Defines the aliases of these expressions over the values of the version's columns. */
export function expressionValues(
  expressions: readonly ValuedColumn[],
  columns: readonly ValuedColumn[],
  startedAt: Date,
): Sql[] {
  const byName = new Map(
    columns.flatMap((column) => (isExpression(column) ? [] : [[column.fieldName, column] as const])),
  );
  const readColumn = (name: string) => {
    const column = byName.get(name);
    return column === undefined ? undefined : { type: column.type, value: column.alias };
  };
  const today = startedAt.toISOString().slice(0, 10);
  return expressions.filter(isExpression).map(({ expressionSql, type, alias }) => {
    const value = compileExpression(expressionSql, type, readColumn, today);
    return sql`${storedValue(type, value)} AS ${alias}`;
  });
}

/** Joins the values of every origin other than `companies`. */
export function joinBlocks(columns: readonly SourcedColumn[], filter: Sql, companyId: Sql): Sql {
  const joins = joinedValues(columns, filter).map((rows, at) => {
    const alias = ident(`block${at}`);
    return sql`GLOBAL LEFT JOIN (${rows}) AS ${alias} ON ${alias}.company_id = ${companyId}`;
  });
  return joins.length === 0 ? emptySql : join(joins, ' ');
}

/** The parts of the score that come from `companies`. */
export function scoreParts(startedAt: Date): Sql[] {
  const parts = qualityParts(sql`1`, startedAt.toISOString().slice(0, 10));
  return [
    sql`${parts.identity} AS identity_part`,
    sql`${parts.freshness} AS freshness_part`,
    sql`${parts.prominence} AS prominence_part`,
  ];
}

/** Data points count towards completeness, computed ones like stored ones. Expressions add nothing to what they read. */
export function score(columns: readonly ValuedColumn[]): Sql {
  const points = columns.filter((column) => !isExpression(column));
  return quality({
    completeness: completeness(points.map(({ type, alias }) => isFilled(type, alias))),
    identity: sql`identity_part`,
    freshness: sql`freshness_part`,
    prominence: sql`prominence_part`,
  });
}

function folded({ type, alias, foldedAlias }: ValuedColumn): Sql {
  if (foldedAlias !== undefined) return foldedAlias;
  return type === 'String' ? foldSql(alias) : sql`arrayMap(item -> ${foldSql(sql`item`)}, ${alias})`;
}
