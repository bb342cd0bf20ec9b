import type { StatementOptions, Warehouse } from '@quarry/clickhouse';
import { traitsOf } from '@quarry/filters';
import { z } from 'zod';
import type { Dataset, DatasetColumn } from '#server/features/datasets/dataset.ts';
import type { ColumnStatistics } from '#server/features/datasets/dataset-schema.ts';
import { totalAlias, totalsOf } from './data-points.sql.ts';

export type ColumnTotals = Omit<ColumnStatistics, 'unique'>;

const totalsRow = z
  .record(z.string(), z.union([z.number(), z.string()]).nullable())
  .and(z.object({ __records: z.number() }));
const count = z.number().default(0);
const extreme = z.string().nullable().default(null);
const average = z.number().nullable().default(null);

/** Reads the totals of columns in one scan, by field name. */
export async function readTotals(
  warehouse: Warehouse,
  dataset: Dataset,
  columns: readonly DatasetColumn[],
  options: StatementOptions,
): Promise<{ readonly records: number; readonly columns: Readonly<Record<string, ColumnTotals>> }> {
  const [row] = await warehouse.rows(totalsOf(dataset, columns), totalsRow, options);
  if (row === undefined) throw new Error(`Version ${dataset.version} was not counted`);
  const totals = columns.map(({ fieldName, type }, at): [string, ColumnTotals] => {
    const filled = count.parse(row[totalAlias('filled', at)]);
    const min = extreme.parse(row[totalAlias('min', at)]);
    const max = extreme.parse(row[totalAlias('max', at)]);
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

const toNumber = (value: string | null): number | null => (value === null ? null : Number(value));
