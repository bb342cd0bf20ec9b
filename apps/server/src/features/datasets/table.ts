import { float, ident, type Sql, sql, volatile } from '@quarry/clickhouse';
import { type FieldType, traitsOf, type ValueForm } from '@quarry/filters';
import type { Column } from '@quarry/filters/compile';
import type { StoredColumn, VersionSchema } from './dataset-schema.ts';
import { hasDomainHash } from './domain-hash.ts';
import { SYSTEM_COLUMNS } from './system-columns.ts';

export function datasetDatabase(clientName: string): string {
  return `client_${clientName}`;
}

/** The tables of one version. */
export function datasetTables(clientName: string, version: number | string) {
  const database = datasetDatabase(clientName);
  return {
    database,
    /** Wide and typed, for filters, sorts, counts and statistics. */
    dataset: `dataset_${version}`,
    /** `company_id` and the whole row as one text, for reading pages by key. */
    rows: `rows_${version}`,
    /** Includes hidden companies. */
    members: `members_${version}`,
    /** The values of each column with their companies, most frequent first. */
    values: `values_${version}`,
    /** While scores are computed: those of every company, in memory. */
    scores: `scores_${version}`,
    /** During a build: the members of the last version. */
    previous: `previous_${version}`,
    /** During a build: companies that markets would bring in. */
    offers: `offers_${version}`,
    /** During a build: possible members before the company limit. */
    candidates: `candidates_${version}`,
    /** During a build: the view that copies inserts into `dataset` to `rows`. */
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
  if (form === 'list') return 'Array(LowCardinality(String))';
  return form === 'text' && isChoice === true ? `LowCardinality(${plainType(type)})` : plainType(type);
}

/** False for the primary domain, which `__domain` already holds. */
export function isStored(column: { readonly key: string }): boolean {
  return column.key !== 'firmographics/primary_domain';
}

/** Large texts have a companion column with their normalised text; domains are already normalised. */
export function hasFoldedColumn(column: { readonly type: FieldType; readonly isDomain?: boolean }): boolean {
  return traitsOf(column.type).isBulky === true && column.isDomain !== true;
}

export const foldedName = (fieldName: string): string => `${fieldName}__folded`;

/** A column as filters compile it. The companions of a client's lists have text indexes, as do those of its texts. */
export interface DatasetColumn extends Column {
  /** The key that rules, sorts and rows name. */
  readonly fieldName: string;
  readonly displayName: string;
  /** Never a converted value, so that the engine can use the column's order. */
  readonly sortKey: Sql;
  /** The items of a list occur once per company. */
  readonly hasDistinctItems: boolean;
}

/**
 * The wide table's sorting key: best first, ties by descending id. Negated rather than DESC, because the engine reads a
 * table forwards at a fraction of the cost of reading it backwards.
 */
export const BEST_FIRST: readonly Sql[] = [sql`negate(__quality_score)`, sql`bitNot(__company_id)`];

/** So many companies at the start of a version are its head: reading them costs little, whatever a search looks for. */
export const HEAD_COMPANIES = 32_768;

/** The condition that a company's score is at least this one, over the sorting key, so that the engine reads no others. */
export function isInHead(score: number): Sql {
  return sql`negate(__quality_score) <= negate(${float(score)})`;
}

/** The name in lower case and the domain, in which searches look. */
export const SEARCH_TEXT = sql`__search`;
/** The order of values with a `count` of companies: the values table's sorting key within a column. */
export const MOST_FREQUENT_FIRST: readonly Sql[] = [sql`negate(count)`, sql`value`];

/** Changes without a build and is not part of the stored rows. */
const VOLATILE_COLUMN = '__tags';

/** Every column of a version's table that rules and sorts may name, by field name. */
export function datasetColumns(schema: {
  readonly columns: readonly StoredColumn[];
  readonly hasDomainHash?: boolean | undefined;
}): Map<string, DatasetColumn> {
  const domains = schema.hasDomainHash === true ? { isAny: hasDomainHash } : {};
  const own = schema.columns.map((column): DatasetColumn => {
    const { fieldName, displayName, type, isDomain } = column;
    const value = sql`${ident(isStored(column) ? fieldName : '__domain')}`;
    const folded = hasFoldedColumn(column) ? sql`${ident(foldedName(fieldName))}` : undefined;
    const companions = folded === undefined ? {} : column.isFoldedLower ? { folded, lowered: folded } : { folded };
    const indexed = folded !== undefined && (column.usesWordIndex || traitsOf(type).form === 'list');
    const { hasDistinctItems } = column;
    return {
      fieldName,
      displayName,
      type,
      value,
      sortKey: value,
      hasDistinctItems,
      ...companions,
      indexed,
      isDomain,
      ...(isStored(column) ? {} : domains),
    };
  });
  const system = SYSTEM_COLUMNS.filter(({ storedType: stored }) => stored !== undefined).map(
    (column): DatasetColumn => {
      const { fieldName, displayName, type, value, isNumber, isDomain } = column;
      const stored = fieldName === VOLATILE_COLUMN ? volatile(ident(fieldName)) : sql`${ident(fieldName)}`;
      return {
        fieldName,
        displayName,
        type,
        value: value ?? stored,
        sortKey: stored,
        hasDistinctItems: true,
        isDomain: isDomain ?? false,
        ...(isDomain === true ? domains : {}),
        ...(isNumber === true ? { number: stored } : {}),
      };
    },
  );
  return new Map([...own, ...system].map((column) => [column.fieldName, column]));
}

/** The columns of a stored row, in order. */
export function rowColumns(schema: VersionSchema): DatasetColumn[] {
  return [...datasetColumns(schema).values()].filter(({ fieldName }) => fieldName !== VOLATILE_COLUMN);
}
