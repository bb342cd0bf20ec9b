import { ident, type Sql, sql, text, texts, uints, volatile } from '@quarry/clickhouse';
import { AppError, type FieldValue, fieldValue, type SchemaField } from '@quarry/contracts';
import { traitsOf } from '@quarry/filters';
import type { SearchedText } from '@quarry/filters/compile';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { datasetVersions } from '@quarry/postgres/tables/datasets';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { type StoredColumn, toSchemaFields, type VersionSchema, versionSchema } from './dataset-schema.ts';
import { hasDomainHash } from './domain-hash.ts';
import { readScoreFields, type ScoreField, withScores } from './scores.ts';
import {
  isInSegments,
  readSegmentRuns,
  type SegmentRuns,
  segmentsOfCompanies,
  withSegments,
} from './segment-members.ts';
import { type DatasetColumn, datasetColumns, datasetTables, isInHead, rowColumns, SEARCH_TEXT } from './table.ts';

export type { DatasetColumn } from './table.ts';

/**
 * One version of a client's dataset without the companies excluded since, and the only way to its tables. Immutable: a
 * build makes a new version.
 */
export interface Dataset {
  readonly version: string;
  /** Names the companies that readers see: the version and the exclusions since its build. */
  readonly key: string;
  /** Companies of the version that the client has excluded since its build; `table` leaves them out. */
  readonly excludedIds: readonly string[];
  /** The scoring fields whose scores the version has. */
  readonly scores: readonly ScoreField[];
  /** The client's segments, with the runs that readers see. */
  readonly segmentRuns: SegmentRuns;
  /** The condition that a company has one of these primary domains. */
  hasDomain(domains: readonly string[]): Sql;
  /** The condition that a company is active in one of these segments. */
  isInSegments(ids: readonly string[]): Sql;
  /** The segments in which these companies are active: `id` of the company, `segments`; null if there are none. */
  segmentsOf(companyIds: readonly string[]): Sql | null;
  /** Every column that rules and sorts may name, by field name. */
  readonly columns: ReadonlyMap<string, DatasetColumn>;
  /** The client's own columns as they are stored; `columns` follows from them. */
  readonly ownColumns: readonly StoredColumn[];
  /** The condition that a company is among the best ones, which the engine reads first; null if the version is small. */
  readonly isInHead: Sql | null;
  /** The text that a search of names and domains reads. */
  readonly searchText: SearchedText;
  /** The columns as the API describes them, under the display names at build time. */
  readonly schema: readonly SchemaField[];
  /** The wide table, for FROM. */
  table(): Sql;
  /** Statistics that the build has stored, with the values in `valuesTable`; undefined in versions without them. */
  readonly statistics: VersionSchema['statistics'];
  /** The table of values: `field`, `value`, `folded` as `foldSql` writes it, and `count` of companies. */
  valuesTable(): Sql;
  /** The table of whole rows by key: `company_id` UInt64, `row` String, which `readRow` reads. */
  rowsTable(): Sql;
  /** A stored row as values by field name; empty values are null, empty lists []. Throws if it is not a stored row. */
  readRow(row: string): Record<string, FieldValue>;
}

const storedRow = z.array(fieldValue);

/** By key, under which nothing ever changes. */
const openDatasets = defineCache(() => new LRUCache<string, { clientId: string; dataset: Dataset }>({ max: 500 }));

/** Opens the client's current dataset. Throws DATASET_NOT_BUILT before the first build. */
export async function openDataset(scope: Pick<ClientScope, 'client' | 'read' | 'caches'>): Promise<Dataset> {
  const { id, name, datasetVersion, exclusionsRevision, derivedRevision } = scope.client;
  if (datasetVersion === null) throw notBuilt(name);
  const cache = openDatasets(scope);
  const key = datasetKey(datasetVersion, exclusionsRevision);
  // Segments change under the same rows, so they are not part of the dataset's own key.
  const cacheKey = `${key} ${derivedRevision}`;
  const cached = cache.get(cacheKey);
  if (cached?.clientId === id) return cached.dataset;
  const row = await scope.read(async (tx) => {
    const segmentRuns = await readSegmentRuns(tx, id);
    const [version] = await tx
      .select({ schema: datasetVersions.schema, excludedIds: clients.excludedSinceBuild })
      .from(datasetVersions)
      .innerJoin(clients, eq(clients.id, datasetVersions.clientId))
      .where(eq(datasetVersions.version, Number(datasetVersion)));
    return version && { ...version, segmentRuns, scores: await readScoreFields(tx, id, Number(datasetVersion)) };
  });
  if (row === undefined) throw new Error(`The version ${datasetVersion} of the dataset of ${name} is not recorded`);
  const dataset = describeDataset(name, datasetVersion, versionSchema.parse(row.schema), { key, ...row });
  cache.set(cacheKey, { clientId: id, dataset });
  return dataset;
}

/** The error of whatever needs a dataset before the first build. */
export function notBuilt(client: string): AppError {
  return new AppError('DATASET_NOT_BUILT', 'The dataset of this account has not been built yet.', { client });
}

/** The key of a version with the exclusions of one revision. */
export function datasetKey(version: number | string, exclusionsRevision: number): string {
  return exclusionsRevision === 0 ? String(version) : `${version}.${exclusionsRevision}`;
}

/** The same columns for conditions outside WHERE, where the engine doesn't use text indexes. */
export function withoutIndexes(dataset: Dataset): Dataset {
  const columns = new Map([...dataset.columns].map(([name, column]) => [name, { ...column, indexed: false }]));
  return { ...dataset, columns };
}

/** Describes a version from its schema, also one that readers don't see yet. */
export function describeDataset(
  clientName: string,
  version: string,
  schema: VersionSchema,
  options: Partial<Pick<Dataset, 'key' | 'excludedIds' | 'segmentRuns' | 'scores'>> = {},
): Dataset {
  const { key = version, excludedIds = [], segmentRuns = new Map(), scores = [] } = options;
  const { database, dataset, rows, values } = datasetTables(clientName, version);
  const valuesTable = () => sql`${ident(database, values)}`;
  const stored = withItems(datasetColumns(schema), schema, valuesTable());
  const columns = withScores(withSegments(stored, clientName, segmentRuns), scores);
  const storedColumns = rowColumns(schema);
  return {
    version,
    key,
    excludedIds,
    segmentRuns,
    scores,
    hasDomain: schema.hasDomainHash === true ? hasDomainHash : (domains) => sql`__domain IN ${texts(domains)}`,
    isInSegments(ids) {
      const chosen = new Set(ids);
      const runs = new Map([...segmentRuns].filter(([id]) => chosen.has(id)));
      return volatile(isInSegments(clientName, runs, sql`__company_id`));
    },
    segmentsOf: (companyIds) => segmentsOfCompanies(clientName, segmentRuns, companyIds),
    columns,
    ownColumns: schema.columns,
    isInHead: schema.headScore === undefined ? null : isInHead(schema.headScore),
    searchText: { folded: SEARCH_TEXT, indexed: schema.searchUsesWordIndex ?? true },
    schema: toSchemaFields(schema),
    table: () => {
      const stored = sql`${ident(database, dataset)}`;
      if (excludedIds.length === 0) return stored;
      return sql`(SELECT * FROM ${stored} WHERE __company_id NOT IN ${uints(excludedIds)})`;
    },
    statistics: excludedIds.length === 0 ? schema.statistics : undefined,
    valuesTable,
    rowsTable: () => sql`${ident(database, rows)}`,
    readRow(row) {
      const values = storedRow.parse(JSON.parse(row));
      // Empty texts are stored as ''.
      return Object.fromEntries(
        storedColumns.map(({ fieldName }, at) => [fieldName, values[at] === '' ? null : (values[at] ?? null)]),
      );
    },
  };
}

/** The columns with the items of lists, where the build has stored all of them. */
function withItems(
  columns: ReadonlyMap<string, DatasetColumn>,
  { statistics }: VersionSchema,
  valuesTable: Sql,
): ReadonlyMap<string, DatasetColumn> {
  const itemsOf = ({ fieldName, type }: DatasetColumn) =>
    traitsOf(type).form === 'list' && statistics?.columns[fieldName]?.hasAllValues === true
      ? { items: sql`SELECT folded AS item FROM ${valuesTable} WHERE field = ${text(fieldName)}` }
      : {};
  return new Map([...columns].map(([name, column]) => [name, { ...column, ...itemsOf(column) }]));
}
