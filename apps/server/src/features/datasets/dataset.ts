import { ident, type Sql, sql } from '@quarry/clickhouse';
import { AppError, type FieldValue, fieldValue, type SchemaField } from '@quarry/contracts';
import type { ColumnResolver } from '@quarry/filters/compile';
import { eq } from '@quarry/postgres';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { toSchemaFields, type VersionSchema, versionSchema } from './dataset-schema.ts';
import { type DatasetColumn, datasetColumns, datasetTables, rowColumns } from './table.ts';

export type { DatasetColumn } from './table.ts';

/** One version of a client's dataset, the only way to its tables. Immutable: a build makes a new version. */
export interface Dataset {
  readonly version: string;
  /** Every column that rules and sorts may name. */
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  /** The columns as screens see them, under the names of the time of the build. */
  readonly schema: readonly SchemaField[];
  /** The wide table, to stand after FROM. */
  table(): Sql;
  /** The table of whole rows by key: `company_id` UInt64, `row` String, which `readRow` reads. */
  rowsTable(): Sql;
  /** A stored row as values by field name; null for what is empty, except for lists. Throws for a text that is none. */
  readRow(row: string): Record<string, FieldValue>;
  /** Lower-cased `name domain`, for the search box. */
  readonly searchText: Sql;
  /** What `compileFilter` finds the columns with. */
  readonly resolver: ColumnResolver;
}

const storedRow = z.array(fieldValue);

/** Datasets by version. A version never changes. */
const openDatasets = defineCache(() => new LRUCache<string, { clientId: string; dataset: Dataset }>({ max: 500 }));

/**
 * The dataset that answers this request. Throws DATASET_NOT_BUILT before the first build.
 */
export async function openDataset(scope: Pick<ClientScope, 'client' | 'read' | 'caches'>): Promise<Dataset> {
  const { id, name, datasetVersion } = scope.client;
  if (datasetVersion === null) {
    throw new AppError('DATASET_NOT_BUILT', 'The dataset of this account has not been built yet.', { client: name });
  }
  const opened = openDatasets(scope);
  const found = opened.get(datasetVersion);
  if (found?.clientId === id) return found.dataset;
  const row = await scope.read(async (tx) => {
    const [version] = await tx
      .select({ schema: datasetVersions.schema })
      .from(datasetVersions)
      .where(eq(datasetVersions.version, Number(datasetVersion)));
    return version;
  });
  if (row === undefined) throw new Error(`The version ${datasetVersion} of the dataset of ${name} is not recorded`);
  const dataset = describeDataset(name, datasetVersion, versionSchema.parse(row.schema));
  opened.set(datasetVersion, { clientId: id, dataset });
  return dataset;
}

/**
 * The same columns for conditions that stand elsewhere than in WHERE, where the engine does not look into indexes and
 * would cut texts into other tokens than they do.
 */
export function withoutIndexes(dataset: Dataset): Dataset {
  const columns = new Map([...dataset.columns].map(([name, column]) => [name, { ...column, indexed: false }]));
  return { ...dataset, columns, resolver: (field) => columns.get(field) };
}

/** The dataset of a version whose schema is at hand; also of one that readers do not see yet. */
export function describeDataset(clientName: string, version: string, schema: VersionSchema): Dataset {
  const { database, dataset, rows } = datasetTables(clientName, version);
  const columns = datasetColumns(schema);
  const inRow = rowColumns(schema);
  return {
    version,
    columns,
    schema: toSchemaFields(schema),
    table: () => sql`${ident(database, dataset)}`,
    rowsTable: () => sql`${ident(database, rows)}`,
    readRow(row) {
      const values = storedRow.parse(JSON.parse(row));
      // Texts are stored as '' where they are empty.
      return Object.fromEntries(
        inRow.map(({ fieldName }, at) => [fieldName, values[at] === '' ? null : (values[at] ?? null)]),
      );
    },
    searchText: sql`${ident('__search')}`,
    resolver: (field) => columns.get(field),
  };
}
