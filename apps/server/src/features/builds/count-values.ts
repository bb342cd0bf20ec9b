import { createTable, dropTable } from '@quarry/clickhouse';
import { z } from 'zod';
import { readTotals } from '#server/features/data-points/column-totals.ts';
import { countStoredValues, countUnique, storeValues } from '#server/features/data-points/data-points.sql.ts';
import { MAX_STORED_VALUES } from '#server/features/data-points/read-values.ts';
import { describeDataset } from '#server/features/datasets/dataset.ts';
import type { ColumnStatistics } from '#server/features/datasets/dataset-schema.ts';
import { valuesTable } from '#server/features/datasets/table-definitions.ts';
import type { Build, ReportProgress, StepResult } from './build.ts';

/** Values grouped per statement. Bounds its memory at any dataset size. */
const GROUPED_VALUES = 6_000_000;

const storedRow = z.object({ field: z.string(), stored: z.number() });
const uniqueRow = z.object({ __unique: z.number() });

/**
 * Writes the most frequent values of every visible column that only builds change, and its statistics. A version never
 * changes, so the statistics drawer and value suggestions read them instead of all companies. Starts over after a crash.
 */
export async function countValues(build: Build, progress: ReportProgress): Promise<StepResult> {
  const { ctx, config, schema, state } = build;
  const { warehouse } = ctx;
  const statement = { lane: 'jobs', signal: ctx.signal } as const;
  const dataset = describeDataset(config.clientName, String(state.version), schema);
  const table = valuesTable(config.clientName, state.version);
  await dropTable(warehouse, table);
  await createTable(warehouse, table);
  const columns = dataset.schema
    .filter(({ isHiddenFromUser }) => !isHiddenFromUser)
    .flatMap(({ fieldName }) => dataset.columns.get(fieldName) ?? [])
    .filter(({ value }) => !value.isVolatile);
  const perStatement = Math.max(1, Math.floor(GROUPED_VALUES / Math.max(state.filled, 1)));
  for (let from = 0; from < columns.length; from += perStatement) {
    ctx.throwIfCancelled();
    const some = columns.slice(from, from + perStatement);
    await warehouse.command(storeValues(dataset, some, MAX_STORED_VALUES), statement);
    progress((from + some.length) / columns.length);
  }
  const stored = await warehouse.rows(countStoredValues(dataset), storedRow, statement);
  const totals = await readTotals(warehouse, dataset, columns, statement);
  const statistics: Record<string, ColumnStatistics> = {};
  for (const column of columns) {
    const { fieldName } = column;
    const own = totals.columns[fieldName];
    if (own === undefined) throw new Error(`The column ${fieldName} was not counted`);
    let unique = stored.find(({ field }) => field === fieldName)?.stored ?? 0;
    if (unique === MAX_STORED_VALUES) {
      ctx.throwIfCancelled();
      const [counted] = await warehouse.rows(countUnique(dataset, column), uniqueRow, statement);
      unique = counted?.__unique ?? unique;
    }
    statistics[fieldName] = { ...own, unique };
  }
  return {
    state: { ...state, values: stored.reduce((sum, each) => sum + each.stored, 0) },
    schema: { ...schema, statistics: { records: totals.records, columns: statistics } },
  };
}
