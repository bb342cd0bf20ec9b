import type { Sql } from '@quarry/clickhouse';
import { AppError, type DatasetExportType, type ExportConfig } from '@quarry/contracts';
import { orderOf, wantedRows } from '#server/features/companies/search.sql.ts';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { readTags } from '#server/features/tags/tag.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { type ExportColumn, exportColumns, type TagName } from './export-columns.ts';

/** Which rows an export has, in which order, and which columns. */
export interface ExportRows {
  /** The version of the dataset that `table` is of. */
  readonly version: string;
  /** Whether the order is that in which the table lies, and the conditions mean the same at any moment. */
  readonly isAsStored: boolean;
  readonly columns: readonly ExportColumn[];
  readonly table: Sql;
  readonly where: Sql;
  readonly order: Sql;
}

/**
 * What an export of the dataset that readers see now consists of: the rows of the explorer's search in its order.
 * Throws DATASET_NOT_BUILT, INVALID_FILTER, and VALIDATION_FAILED for columns that the dataset does not have.
 */
export async function readExportRows(
  scope: Pick<ClientScope, 'client' | 'read' | 'caches'>,
  type: DatasetExportType,
  config: ExportConfig,
): Promise<ExportRows> {
  const dataset = await openDataset(scope);
  const schema = await scope.read((tx) => readDatasetSchema(tx, scope.client));
  const order = orderOf(dataset, config.sortby, config.sortdirection);
  if (order === null) {
    throw new AppError('VALIDATION_FAILED', 'The companies can not be sorted by this data point.', {
      sortby: config.sortby,
    });
  }
  const where = wantedRows(dataset, {
    filter: compileDatasetFilter(dataset, config.filters),
    search: config.search,
    searchedDomain: normaliseDomain(config.search)?.host ?? null,
    tab: config.tab,
  });
  return {
    version: dataset.version,
    isAsStored: config.sortby === '__quality_score' && config.sortdirection === 'desc' && config.tab === 'ALL',
    columns: exportColumns(dataset, schema, await readTagNames(scope), type, config),
    table: dataset.table(),
    where,
    order,
  };
}

/** The account's tags under the names that they have now. */
async function readTagNames({ client, read }: Pick<ClientScope, 'client' | 'read'>): Promise<TagName[]> {
  const tags = await read((tx) => readTags(tx, client.id));
  return tags.map(({ id, name }) => ({ id, name }));
}
