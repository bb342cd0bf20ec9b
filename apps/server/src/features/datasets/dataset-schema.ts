import {
  dataBlockConfig,
  type FieldDefinition,
  fieldDefinition,
  histogramBin,
  quartiles,
  type SchemaField,
} from '@quarry/contracts';
import { FIELD_TYPE_NAMES } from '@quarry/filters';
import type { Transaction } from '@quarry/postgres';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { z } from 'zod';
import { readScoreFields, type ScoreField } from './scores.ts';
import { SYSTEM_COLUMNS } from './system-columns.ts';
import { readValueNames, type ValueNames } from './value-names.ts';

/** A client's own column in a version of its dataset. */
const definedColumn = z.object({
  fieldName: z.string(),
  displayName: z.string(),
  description: z.string(),
  type: z.enum(FIELD_TYPE_NAMES),
  isDomain: z.boolean().default(false),
  /** All texts of the column are plain, so their folded form is also their lower-case form. */
  isFoldedLower: z.boolean().default(false),
  /** The texts share so few words that finding a part of a word in the index is cheaper than in the texts. */
  usesWordIndex: z.boolean().default(true),
  /** The items of a list occur once per company; versions of earlier releases don't say. */
  hasDistinctItems: z.boolean().default(false),
  /** `block/field` or `block/field#configId`. */
  key: z.string(),
  blockName: z.string(),
  internalName: z.string(),
  dynamicConfig: dataBlockConfig.nullable(),
  /** An administrator removed the data point, so the column is hidden until the next version leaves it out. */
  isRemoved: z.boolean().default(false),
  /** Of a column that holds values of a CRM: the table of the import that they are from. */
  crmRecords: z.object({ database: z.string(), name: z.string() }).nullish(),
  /** Of a column that is computed from other ones of its company: how. */
  expressionSql: z.string().nullish(),
});
export type DefinedColumn = z.infer<typeof definedColumn>;

/** True for a column that is computed from other ones of its company. */
export function isExpression<C extends Pick<DefinedColumn, 'expressionSql'>>(
  column: C,
): column is C & { readonly expressionSql: string } {
  return typeof column.expressionSql === 'string';
}

/** The part of a column that statements over the version's tables need. */
export const storedColumn = definedColumn.pick({
  fieldName: true,
  displayName: true,
  type: true,
  isDomain: true,
  isFoldedLower: true,
  usesWordIndex: true,
  hasDistinctItems: true,
  key: true,
});
export type StoredColumn = z.infer<typeof storedColumn>;

const figure = z.union([z.number(), z.string()]).nullable();

/** Statistics of one column over a whole version. */
const columnStatistics = z.object({
  /** Companies with a value. */
  filled: z.number().int(),
  /** Different values; of a list, different items. */
  unique: z.number().int(),
  /** The table of values has every value; versions of earlier releases don't say. */
  hasAllValues: z.boolean().optional(),
  /** So many of the values are in the table of values, most frequent first; versions of earlier releases don't say. */
  stored: z.number().int().optional(),
  /** Of numbers and dates. */
  min: figure.optional(),
  max: figure.optional(),
  /** Of numbers. */
  average: z.number().nullable().optional(),
  /** Of numbers and dates; versions of earlier releases have none. */
  spread: z.object({ quartiles, histogram: z.array(histogramBin) }).optional(),
});
export type ColumnStatistics = z.infer<typeof columnStatistics>;
/** How the values of a number or date are distributed. */
export type Spread = NonNullable<ColumnStatistics['spread']>;

/** `dataset_versions.schema`: everything that readers must know about the version's tables. */
export const versionSchema = z.object({
  columns: z.array(definedColumn),
  /** The same as a column's, for `SEARCH_TEXT`; versions of earlier releases don't say. */
  searchUsesWordIndex: z.boolean().optional(),
  /** The table has the hashes of the domains; in versions of earlier releases, domains are compared as texts. */
  hasDomainHash: z.boolean().optional(),
  /** The lowest quality score among the best companies; small versions and those of earlier releases have none. */
  headScore: z.number().optional(),
  /** Of every column that only a build changes, by field name. Versions of earlier releases have none. */
  statistics: z.object({ records: z.number().int(), columns: z.record(z.string(), columnStatistics) }).optional(),
});
export type VersionSchema = z.infer<typeof versionSchema>;

/** A client's own column as the API describes it. */
export function toSchemaField(column: DefinedColumn): SchemaField {
  const isOfCrm = column.crmRecords !== undefined && column.crmRecords !== null;
  const isDataPoint = !isOfCrm && !isExpression(column);
  return {
    ...DEFAULTS,
    fieldName: column.fieldName,
    displayName: column.displayName,
    description: column.description,
    type: column.type,
    isMappableInIntegration: true,
    dataBlock: isDataPoint ? { blockName: column.blockName } : null,
    dataBlockField: isDataPoint
      ? { internalName: column.internalName, crmName: null, hubspotType: null, salesforceType: null }
      : null,
    fieldSource: isOfCrm ? 'CRM_IMPORT' : isDataPoint ? 'DATA_BLOCK' : 'CUSTOM',
    ccmName: isDataPoint ? column.key : null,
    dynamicConfig: column.dynamicConfig,
    customColumnDef: isExpression(column) ? { expressionSql: column.expressionSql } : null,
  };
}

/** The schema of a version as the API describes it: the client's own columns, then the system columns. */
export function toSchemaFields(schema: VersionSchema): SchemaField[] {
  return [
    ...schema.columns.map(toSchemaField),
    ...SYSTEM_COLUMNS.map(
      (column): SchemaField => ({
        ...DEFAULTS,
        fieldName: column.fieldName,
        displayName: column.displayName,
        description: column.description,
        type: column.type,
        isHiddenFromUser: column.isHiddenFromUser,
        isMappableInIntegration: !column.isHiddenFromUser,
        isSystem: true,
        isDefaultSortField: column.fieldName === '__quality_score',
        fieldSource: 'SYSTEM',
      }),
    ),
  ];
}

const DEFAULTS = {
  isHiddenFromUser: false,
  isSystem: false,
  isMappableInIntegration: false,
  isDefaultSortField: false,
  dataBlock: null,
  dataBlockField: null,
  ccmName: null,
  dynamicConfig: null,
  mappings: [] as { integrationId: string; externalName: string }[],
  customColumnDef: null,
} satisfies Partial<SchemaField>;

/**
 * The schema fields of a stored `dataset_versions.schema` under the client's current names of columns and values,
 * without removed ones.
 */
export function namedSchema(
  schema: unknown,
  definitions: readonly FieldDefinition[],
  valueNames: ValueNames,
): SchemaField[] {
  const names = new Map(definitions.map((definition) => [definition.externalName, definition.displayName]));
  const { columns } = versionSchema.parse(schema);
  const valueNamesOf = (fieldName: string) => {
    const own = valueNames[fieldName];
    return own === undefined ? {} : { valueNames: { ...own } };
  };
  return toSchemaFields({ columns: columns.filter(({ isRemoved }) => !isRemoved) }).map((field) => ({
    ...field,
    // A definition without a display name falls back to the data point's name.
    displayName: names.get(field.fieldName) || field.displayName,
    ...valueNamesOf(field.fieldName),
  }));
}

/** A schema with the scores that its version has, in front. The default one decides the default order. */
export function withScoreFields(schema: readonly SchemaField[], scores: readonly ScoreField[]): SchemaField[] {
  const hasDefault = scores.some(({ isDefault }) => isDefault);
  return [
    ...scores.map(
      ({ fieldName, name, isDefault }): SchemaField => ({
        ...DEFAULTS,
        fieldName,
        displayName: name,
        description: 'A score by the account’s own rules.',
        type: 'Number',
        isMappableInIntegration: true,
        isDefaultSortField: isDefault,
        fieldSource: 'SCORE',
      }),
    ),
    ...schema.map((field) => (hasDefault ? { ...field, isDefaultSortField: false } : field)),
  ];
}

/** The removed columns that the current dataset still has. */
export async function readRemovedColumns(tx: Transaction, clientId: string): Promise<DefinedColumn[]> {
  const current = await readCurrent(tx, clientId);
  return current?.schema.columns.filter(({ isRemoved }) => isRemoved) ?? [];
}

/** Hides a column of the current dataset, or shows it again. The transaction must hold the client's row. */
export async function setRemoved(
  tx: Transaction,
  clientId: string,
  fieldName: string,
  isRemoved: boolean,
): Promise<void> {
  const current = await readCurrent(tx, clientId);
  if (current === null) return;
  const columns = current.schema.columns.map((column) =>
    column.fieldName === fieldName ? { ...column, isRemoved } : column,
  );
  await tx
    .update(datasetVersions)
    .set({ schema: { ...current.schema, columns } })
    .where(eq(datasetVersions.version, current.version));
}

async function readCurrent(tx: Transaction, clientId: string) {
  const [row] = await tx
    .select({ version: datasetVersions.version, schema: datasetVersions.schema })
    .from(clients)
    .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(eq(clients.id, clientId));
  return row === undefined ? null : { version: row.version, schema: versionSchema.parse(row.schema) };
}

const fieldDefinitions = z.array(fieldDefinition);

/** The schema of the current dataset under the client's current names; empty before the first build. */
export async function readDatasetSchema(tx: Transaction, client: { readonly id: string }): Promise<SchemaField[]> {
  const [row] = await tx
    .select({
      version: datasetVersions.version,
      schema: datasetVersions.schema,
      fieldDefinitions: clients.fieldDefinitions,
    })
    .from(clients)
    .innerJoin(datasetVersions, eq(datasetVersions.version, clients.datasetVersion))
    .where(eq(clients.id, client.id));
  if (row === undefined) return [];
  const definitions = fieldDefinitions.parse(row.fieldDefinitions);
  const schema = namedSchema(row.schema, definitions, await readValueNames(tx, client.id));
  return withScoreFields(schema, await readScoreFields(tx, client.id, row.version));
}
