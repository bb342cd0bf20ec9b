import { bool, float, ident, join, type Slot, type Sql, sql, text, texts } from '@quarry/clickhouse';
import { type FieldType, type FieldValue, traitsOf } from '@quarry/filters';
import { type DefinedColumn, isExpression, type VersionSchema } from '#server/features/datasets/dataset-schema.ts';
import { aggregateRows, collectedCompanies, emptyValue } from '#server/features/universe/block-rows/block-rows.sql.ts';
import type { BlockTable } from '#server/features/universe/block-table.ts';
import {
  type DataPoint,
  type DynamicDataPoint,
  findDataPoint,
  type ParsedConfig,
  parseBlockConfigs,
  type StaticDataPoint,
} from '#server/features/universe/criteria/data-point.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

/** Where the values of a CRM's field are. */
interface CrmPoint {
  readonly kind: 'crm';
  readonly records: { readonly database: string; readonly name: string };
}

/** Its values are computed from those of other columns, where these have been joined. */
interface Expression {
  readonly kind: 'expression';
}

type Source = DataPoint | CrmPoint | Expression;

/** A column with its source and its alias in the statement. */
export interface SourcedColumn<P extends Source = Source> extends DefinedColumn {
  readonly source: P;
  /** Unlike any column of the universe, so that no field name can shadow one. */
  readonly alias: Sql;
}

/** Finds the data points of the version's columns. Throws if one no longer exists. */
export function sourcedColumns({ columns }: VersionSchema): SourcedColumn[] {
  const used = new Map(columns.flatMap(({ dynamicConfig: used }) => (used === null ? [] : [[used.configId, used]])));
  const configs = parseBlockConfigs([...used.values()]);
  return columns.map((column, at) => {
    // Two underscores, which no column of a client has: the engine knows the name in subqueries too.
    if (isExpression(column))
      return { ...column, source: { kind: 'expression' }, alias: sql`${ident(`__value${at}`)}` };
    const alias = sql`${ident(`value${at}`)}`;
    if (column.crmRecords !== undefined && column.crmRecords !== null) {
      return { ...column, source: { kind: 'crm', records: column.crmRecords }, alias };
    }
    const name = `${column.blockName}/${column.internalName}`;
    const source = findDataPoint(name, column.dynamicConfig?.configId, configs);
    if (source === undefined) throw new Error(`There is no data point ${column.key}`);
    return { ...column, source, alias };
  });
}

/**
 * Casts a value to its stored type; without the cast, hashes could differ between builds. Lists keep each item once, so
 * that readers can count companies by counting items.
 */
export function storedValue(type: FieldType, value: Slot): Sql {
  switch (traitsOf(type).form) {
    case 'text':
      return sql`CAST(${value} AS String)`;
    case 'number':
      return sql`CAST(${value} AS Nullable(Float64))`;
    case 'date':
      return sql`CAST(${value} AS Nullable(Date32))`;
    case 'boolean':
      return sql`CAST(${value} AS Nullable(Bool))`;
    case 'list':
      return sql`arrayDistinct(CAST(${value} AS Array(String)))`;
  }
}

/** The values from `companies`, as columns of a SELECT from it. */
export function companyValues(columns: readonly SourcedColumn[]): Sql[] {
  return valuesOf(columns.filter(isStatic).filter(({ source }) => source.block.table.name === 'companies'));
}

/**
 * One SELECT of `company_id` and values for every other origin: a static block's table, or a dynamic block's detail
 * rows under one config, aggregated once for all fields. `filter` is a condition over `company_id`.
 */
export function joinedValues(columns: readonly SourcedColumn[], filter: Sql): Sql[] {
  const blocks = Map.groupBy(columns.filter(isStatic), ({ source }) => source.block.table);
  const configs = Map.groupBy(columns.filter(isDynamic), ({ source }) => source.config);
  const imports = Map.groupBy(
    columns.filter(isOfCrm),
    ({ source }) => `${source.records.database}.${source.records.name}`,
  );
  return [
    ...[...blocks].filter(([table]) => table.name !== 'companies').map(([table, own]) => tableRows(table, own, filter)),
    ...[...configs].map(([config, own]) => computedRows(config, own, filter)),
    ...[...imports.values()].map((own) => crmRows(own, filter)),
  ];
}

const isStatic = (column: SourcedColumn): column is SourcedColumn<StaticDataPoint> => column.source.kind === 'static';
const isDynamic = (column: SourcedColumn): column is SourcedColumn<DynamicDataPoint> =>
  column.source.kind === 'dynamic';
const isOfCrm = (column: SourcedColumn): column is SourcedColumn<CrmPoint> => column.source.kind === 'crm';

function valuesOf(columns: readonly SourcedColumn<StaticDataPoint>[]): Sql[] {
  return columns.map(({ type, source, alias }) => sql`${storedValue(type, source.field.column)} AS ${alias}`);
}

function tableRows(table: BlockTable, columns: readonly SourcedColumn<StaticDataPoint>[], filter: Sql): Sql {
  return sql`SELECT ${join([sql`company_id`, ...valuesOf(columns)])}
    FROM ${readTable(table)}
    WHERE ${filter}`;
}

/** A collected company without matching rows has empty values; nothing is known about one that was never collected. */
function computedRows(config: ParsedConfig, columns: readonly SourcedColumn<DynamicDataPoint>[], filter: Sql): Sql {
  const fields = [...new Set(columns.map(({ source }) => source.field.internalName))];
  const hasRows = sql`found.company_id != 0`;
  const values = columns.map(({ type, source, alias }) => {
    const found = storedValue(type, ident('found', source.field.internalName));
    const empty = storedValue(type, constant(type, emptyValue(source.block, source.field)));
    return sql`if(${hasRows}, ${found}, ${empty}) AS ${alias}`;
  });
  return sql`SELECT ${join([sql`if(${hasRows}, found.company_id, collected.company_id) AS company_id`, ...values])}
    FROM (${aggregateRows(config, fields, filter)}) AS found
    GLOBAL FULL JOIN (${collectedCompanies(config.block, filter)}) AS collected
      ON collected.company_id = found.company_id`;
}

/** Of several records of a company, the linked one counts, else the one that changed last. */
function crmRows(columns: readonly SourcedColumn<CrmPoint>[], filter: Sql): Sql {
  const [first] = columns;
  if (first === undefined) throw new Error('An import without columns has no rows');
  const { database, name } = first.source.records;
  const values = columns.map(
    ({ type, fieldName, alias }) => sql`${storedValue(type, valueOfRecord(type, fieldName))} AS ${alias}`,
  );
  return sql`SELECT ${join([sql`company_id`, ...values])}
    FROM (
      SELECT company_id, argMax(row, (is_linked, modified_at, record_id)) AS __record
      FROM ${ident(database, name)}
      WHERE ${filter}
      GROUP BY company_id)`;
}

function valueOfRecord(type: FieldType, fieldName: string): Sql {
  switch (traitsOf(type).form) {
    case 'text':
      return sql`JSONExtractString(__record, ${text(fieldName)})`;
    case 'number':
      return sql`JSONExtract(__record, ${text(fieldName)}, 'Nullable(Float64)')`;
    case 'date':
      return sql`toDate32OrNull(JSONExtractString(__record, ${text(fieldName)}))`;
    case 'boolean':
      return sql`JSONExtract(__record, ${text(fieldName)}, 'Nullable(Bool)')`;
    case 'list':
      return sql`JSONExtract(__record, ${text(fieldName)}, 'Array(String)')`;
  }
}

function constant(type: FieldType, value: FieldValue): Slot {
  if (typeof value === 'number') return float(value);
  if (typeof value === 'boolean') return bool(value);
  if (typeof value === 'object' && value !== null) return texts(value);
  if (typeof value === 'string') return text(value);
  switch (traitsOf(type).form) {
    case 'text':
      return text('');
    case 'list':
      return texts([]);
    case 'number':
    case 'date':
    case 'boolean':
      return sql`NULL`;
  }
}
