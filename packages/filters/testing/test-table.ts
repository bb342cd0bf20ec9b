import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { openEmbedded } from '@quarry/clickhouse';
import { ident, join, type Slot, type Sql, sql } from '@quarry/clickhouse/sql';
import type { Warehouse } from '@quarry/clickhouse/warehouse';
import type { Column, ColumnResolver } from '../src/compile.ts';
import { type FilterRow, fieldKey } from '../src/evaluate.ts';
import { type FieldInfo, type FieldType, traitsOf, type ValueForm } from '../src/field-types.ts';
import { foldSql, lowerTrimSql } from '../src/fold-sql.ts';
import { TEST_FIELDS, type TestField } from './random-rows.ts';

/** An engine in a temporary folder; `close` removes both. */
export async function openTestEngine(): Promise<{ warehouse: Warehouse; close: () => Promise<void> }> {
  const path = await mkdtemp(joinPath(tmpdir(), 'quarry-filters-'));
  const warehouse = await openEmbedded({ path, peopleSessions: 1, jobSessions: 1 });
  const close = async (): Promise<void> => {
    await warehouse.close();
    await rm(path, { recursive: true, force: true });
  };
  return { warehouse, close };
}

/** `id` and a column per field, stored as in datasets, with small granules to exercise the indexes. */
export const TEST_TABLE = { database: 'default', table: 'companies' };

/** Creates and fills the table; a row's id is its index. */
export async function fillTestTable(warehouse: Warehouse, rows: readonly FilterRow[]): Promise<void> {
  const columns = TEST_FIELDS.flatMap((field) => {
    const plain = sql`${ident(columnName(field))} ${storedType(field.type)}`;
    const folded = sql`${ident(foldedName(field))} ${storedType(field.type)} DEFAULT ${eachText(field, foldSql)}`;
    const lowered = sql`${ident(loweredName(field))} ${storedType(field.type)} DEFAULT ${eachText(field, lowerTrimSql)}`;
    const indexed = field.isFolded === true ? foldedName(field) : columnName(field);
    const tokenizer = field.type === 'String' ? sql`'splitByNonAlpha'` : sql`'array'`;
    const index = sql`INDEX ${ident(`${columnName(field)}_index`)} ${ident(indexed)} TYPE text(tokenizer = ${tokenizer})`;
    return [
      plain,
      ...(field.isFolded === true ? [folded] : []),
      ...(field.isLowered === true ? [lowered] : []),
      ...(field.isIndexed === true ? [index] : []),
    ];
  });
  await warehouse.command(sql`CREATE TABLE ${ident(TEST_TABLE.table)} (id UInt32, ${join(columns)})
    ENGINE = MergeTree ORDER BY id SETTINGS index_granularity = 256`);
  const stored = rows.map((row, id) => ({ id, ...row }));
  await warehouse.insert(TEST_TABLE, stored, { columns: ['id', ...TEST_FIELDS.map(columnName)] });
  for (const field of TEST_FIELDS.filter(({ hasItems }) => hasItems === true)) {
    const items = sql`SELECT DISTINCT arrayJoin(${ident(foldedName(field))}) AS item FROM ${ident(TEST_TABLE.table)}`;
    await warehouse.command(sql`CREATE TABLE ${ident(itemsName(field))} ENGINE = MergeTree ORDER BY item AS ${items}`);
  }
}

const STORED_FORMS: Readonly<Record<ValueForm, Sql>> = {
  text: sql`String`,
  number: sql`Nullable(Float64)`,
  date: sql`Nullable(Date32)`,
  boolean: sql`Nullable(Bool)`,
  list: sql`Array(String)`,
};

function storedType(type: FieldType): Sql {
  const { form, isChoice } = traitsOf(type);
  return form === 'text' && isChoice === true ? sql`LowCardinality(String)` : STORED_FORMS[form];
}

function foldedName(field: TestField): string {
  return `${columnName(field)}__folded`;
}

function loweredName(field: TestField): string {
  return `${columnName(field)}__lowered`;
}

function itemsName(field: TestField): string {
  return `${columnName(field)}__items`;
}

function columnName({ fieldName, configId }: TestField): string {
  return fieldKey(fieldName, configId);
}

function eachText(field: TestField, form: (expression: Slot) => Sql): Sql {
  const column = ident(columnName(field));
  const isList = traitsOf(field.type).form === 'list';
  return isList ? sql`arrayMap(item -> ${form(sql`item`)}, ${column})` : form(column);
}

const BY_KEY = new Map(TEST_FIELDS.map((field) => [fieldKey(field.fieldName, field.configId), field]));

export function testFields(field: string, configId?: string): FieldInfo | undefined {
  return BY_KEY.get(fieldKey(field, configId));
}

export const testColumns: ColumnResolver = (name, configId): Column | undefined => {
  const field = BY_KEY.get(fieldKey(name, configId));
  if (field === undefined) return undefined;
  return {
    type: field.type,
    value: sql`${ident(columnName(field))}`,
    ...(field.isFolded === true && { folded: sql`${ident(foldedName(field))}` }),
    ...(field.isLowered === true && { lowered: sql`${ident(loweredName(field))}` }),
    ...(field.isDomain === true && { isDomain: true }),
    ...(field.hasItems === true && { items: sql`SELECT item FROM ${ident(itemsName(field))}` }),
    ...(field.isIndexed === true && { indexed: true }),
  };
};
