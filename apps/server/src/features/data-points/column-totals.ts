import type { Sql, StatementOptions, Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ColumnStatistics } from '#server/features/datasets/dataset-schema.ts';
import { countUnique, totalAlias, totalsOf } from './data-points.sql.ts';

export type ColumnTotals = Omit<ColumnStatistics, 'unique' | 'spread'>;

const totalsRow = z
  .record(z.string(), z.union([z.number(), z.string()]).nullable())
  .and(z.object({ __records: z.number() }));
const uniqueRow = z.object({ __unique: z.number() });
const count = z.number().default(0);
const extreme = z.string().nullable().default(null);
const average = z.number().nullable().default(null);

/** Reads the totals of columns over the companies that match in one scan, by field name. */
export async function readTotals(
  warehouse: Warehouse,
  dataset: Dataset,
  columns: readonly DatasetColumn[],
  options: StatementOptions,
  match?: Sql,
): Promise<{ readonly records: number; readonly columns: Readonly<Record<string, ColumnTotals>> }> {
  const [row] = await warehouse.rows(totalsOf(dataset, columns, match), totalsRow, options);
  if (row === undefined) throw new Error(`Version ${dataset.version} was not counted`);
  const totals = columns.map(({ fieldName, type }, at): [string, ColumnTotals] => {
    const filled = count.parse(row[totalAlias('filled', at)]);
    // Of no values, the engine says 0 for columns that are never empty.
    const figure = (total: 'min' | 'max') => (filled === 0 ? null : extreme.parse(row[totalAlias(total, at)]));
    const [min, max] = [figure('min'), figure('max')];
    switch (traitsOf(type).form) {
      case 'number':
        return [
          fieldName,
          { filled, min: toNumber(min), max: toNumber(max), average: average.parse(row[totalAlias('average', at)]) },
        ];
      case 'date':
        return [fieldName, { filled, min, max }];
      case 'text':
      case 'boolean':
      case 'list':
        return [fieldName, { filled }];
    }
  });
  return { records: row.__records, columns: Object.fromEntries(totals) };
}

/** Reads the number of a column's distinct values over the companies that match. */
export async function readUnique(
  warehouse: Warehouse,
  dataset: Dataset,
  column: DatasetColumn,
  options: StatementOptions,
  match?: Sql,
): Promise<number> {
  const [row] = await warehouse.rows(countUnique(dataset, column, match), uniqueRow, options);
  return row?.__unique ?? 0;
}

const toNumber = (value: string | null): number | null => (value === null ? null : Number(value));
