import { ident, type Sql, sql, volatile } from '@quarry/clickhouse';
import { type FieldType, traitsOf, type ValueForm } from '@quarry/filters';
import type { Column } from '@quarry/filters/compile';
import type { StoredColumn, VersionSchema } from './dataset-schema.ts';
import { SYSTEM_COLUMNS } from './system-columns.ts';

/** The database of one client's datasets. */
export function datasetDatabase(clientName: string): string {
  return `client_${clientName}`;
}

/** The tables of one version. */
export function datasetTables(clientName: string, version: number | string) {
  const database = datasetDatabase(clientName);
  return {
    database,
    /** The wide, typed table: filters, sorts, counts and statistics read it. */
    dataset: `dataset_${version}`,
    /** `company_id` and the whole row as one text: pages of rows are read from it by key. */
    rows: `rows_${version}`,
    /** Who is in the dataset, hidden companies included. */
    members: `members_${version}`,
    /** During a build: who was in it before. */
    previous: `previous_${version}`,
    /** During a build: companies that markets would bring in. */
    offers: `offers_${version}`,
    /** During a build: who may be in it, before the company limit. */
    candidates: `candidates_${version}`,
    /** During a build: the view that fills `rows` with what goes into `dataset`. */
    filler: `filler_${version}`,
  };
}

const STORED_FORMS: Readonly<Record<ValueForm, string>> = {
  text: 'String',
  number: 'Nullable(Float64)',
  date: 'Nullable(Date32)',
  boolean: 'Nullable(Bool)',
  list: 'Array(String)',
};

/** The ClickHouse type of a field's values without a dictionary. Empty is '' for texts, null for scalars, [] for lists. */
export function plainType(type: FieldType): string {
  return STORED_FORMS[traitsOf(type).form];
}

/** The ClickHouse type that a dataset stores a field in; a dictionary holds texts that repeat. */
export function storedType(type: FieldType): string {
  const { form, isChoice } = traitsOf(type);
  return form === 'text' && isChoice === true ? `LowCardinality(${plainType(type)})` : plainType(type);
}

/** Whether a field has a column of its own; the primary domain is in `__domain` already. */
export function isStored(column: { readonly key: string }): boolean {
  return column.key !== 'firmographics/primary_domain';
}

/** Whether a field has a companion column with its normalised text. Domains are their own normalised text. */
export function hasFoldedColumn(column: { readonly type: FieldType; readonly isDomain?: boolean }): boolean {
  return traitsOf(column.type).isBulky === true && column.isDomain !== true;
}

/** The name of a field's companion column. */
export const foldedName = (fieldName: string): string => `${fieldName}__folded`;

/**
 * A column of a dataset as SQL; also what criteria are compiled against. Texts and lists of the client's own have a text
 * index on their companion, and the primary domain has one.
 */
export interface DatasetColumn extends Column {
  /** The key that rules, sorts and rows name. */
  readonly fieldName: string;
  readonly displayName: string;
  /** What to sort by: never a converted value, so that the engine may use the column's order. */
  readonly sortKey: Sql;
}

/**
 * The key that the wide table lies by: best first, ties by id downwards. Written without DESC, because the engine reads
 * a table forwards at a fraction of what reading it backwards costs.
 */
export const BEST_FIRST: readonly Sql[] = [sql`negate(__quality_score)`, sql`bitNot(__company_id)`];

/** System columns that change without a build; they are not part of the stored rows. */
const DERIVED_LATER: ReadonlySet<string> = new Set(['__tags', '__segments']);

/** Every column of a version that rules and sorts may name, by field name. */
export function datasetColumns(schema: { readonly columns: readonly StoredColumn[] }): Map<string, DatasetColumn> {
  const own = schema.columns.map((column): DatasetColumn => {
    const { fieldName, displayName, type, isDomain } = column;
    const value = sql`${ident(isStored(column) ? fieldName : '__domain')}`;
    const folded = hasFoldedColumn(column) ? sql`${ident(foldedName(fieldName))}` : undefined;
    const companions = folded === undefined ? {} : column.isFoldedLower ? { folded, lowered: folded } : { folded };
    const indexed = folded !== undefined || !isStored(column);
    return { fieldName, displayName, type, value, sortKey: value, ...companions, indexed, isDomain };
  });
  const system = SYSTEM_COLUMNS.map(({ fieldName, displayName, type, value, isDomain }): DatasetColumn => {
    const stored = DERIVED_LATER.has(fieldName) ? volatile(ident(fieldName)) : sql`${ident(fieldName)}`;
    const isKey = fieldName === '__domain';
    return {
      fieldName,
      displayName,
      type,
      value: value ?? stored,
      sortKey: stored,
      indexed: isKey,
      isDomain: isDomain ?? false,
    };
  });
  return new Map([...own, ...system].map((column) => [column.fieldName, column]));
}

/** The columns of a stored row, in the order of its values. */
export function rowColumns(schema: VersionSchema): DatasetColumn[] {
  return [...datasetColumns(schema).values()].filter(({ fieldName }) => !DERIVED_LATER.has(fieldName));
}
