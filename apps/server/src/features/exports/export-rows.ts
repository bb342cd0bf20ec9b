import type { Sql } from '@quarry/clickhouse';
import { AppError, type DatasetExportType, type ExportConfig } from '@quarry/contracts';
import { orderOf, wantedRows } from '#server/features/companies/search.sql.ts';
import { compileDatasetFilter } from '#server/features/datasets/compile-dataset-filter.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import { normaliseDomain } from '#server/features/universe/normalise-domain.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { type ExportColumn, exportColumns } from './export-columns.ts';

/** Which rows an export has, in which order, and which columns. */
export interface ExportRows {
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
  scope: Pick<ClientScope, 'client' | 'read'>,
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
  return { columns: exportColumns(dataset, schema, type, config), table: dataset.table(), where, order };
}
