import type { Sql } from '@quarry/clickhouse';
import { searchWhere } from '#server/features/companies/search.sql.ts';
import { searchConditions, searchOrder } from '#server/features/companies/search-conditions.ts';
import { SEARCH_TEXT } from '#server/features/datasets/table.ts';
import { type ExportColumn, exportColumns, plannedDatasetColumns } from './export-columns.ts';
import type { ExportPlan } from './export-plan.ts';

/** The columns, WHERE clause and order of an export, all over the dataset's table. */
export interface ExportRows {
  readonly columns: readonly ExportColumn[];
  readonly where: Sql;
  readonly order: Sql;
}

/** True if the export has the order of the dataset's table, and conditions that don't depend on the time of the run. */
export function hasStoredOrder({ config, scores }: ExportPlan): boolean {
  const { sortby, sortdirection, tab } = config;
  return (
    !scores.some(({ isDefault }) => isDefault) &&
    sortby === '__quality_score' &&
    sortdirection === 'desc' &&
    tab === 'ALL'
  );
}

/**
 * Compiles the rows of an export: those of the explorer's search, in its order.
 * Throws INVALID_FILTER, and VALIDATION_FAILED for columns that the dataset does not have.
 */
export function compileExport(plan: ExportPlan): ExportRows {
  const { config, day, scores } = plan;
  const columns = plannedDatasetColumns(plan);
  const dataset = { columns, scores, searchText: { folded: SEARCH_TEXT } };
  const order = searchOrder(dataset, config);
  const { companyIds } = config;
  const where = searchWhere({ ...searchConditions(dataset, config, day), companyIds, excludedIds: plan.excludedIds });
  return { columns: exportColumns(dataset, plan), where, order: order.by };
}
