import type { AnswerOf, getDataDirectory } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { filledAlias, filledTotals } from '#server/features/data-points/data-points.sql.ts';
import { type Dataset, type DatasetColumn, openDataset } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';

/** The number of records and, per column, of those with a value. */
export type RecordCoverage = AnswerOf<typeof getDataDirectory>['companies'];

/** Columns that change without a build. */
const LIVE_COLUMNS: ReadonlySet<string> = new Set(['__tags', '__segments']);

/** Coverage by the dataset's key, under which nothing changes apart from `LIVE_COLUMNS`. */
const coverageCache = defineCache(() => new LRUCache<string, RecordCoverage>({ max: 500 }));

const counts = z.record(z.string(), z.number());

/** Counts the companies of the dataset and, per visible column, those with a value. */
export async function companyCoverage(scope: ClientScope): Promise<RecordCoverage> {
  if (scope.client.datasetVersion === null) return { records: 0, fields: [] };
  const dataset = await openDataset(scope);
  const visible = dataset.schema.flatMap(({ fieldName, isHiddenFromUser }) => {
    const column = isHiddenFromUser ? undefined : dataset.columns.get(fieldName);
    return column === undefined ? [] : [column];
  });
  const cache = coverageCache(scope);
  const cached = cache.get(dataset.key);
  const counted = await countFilled(
    scope,
    dataset,
    cached === undefined ? visible : visible.filter(({ fieldName }) => LIVE_COLUMNS.has(fieldName)),
  );
  if (cached === undefined) cache.set(dataset.key, counted);
  const fields = new Map([...(cached?.fields ?? []), ...counted.fields].map((field) => [field.fieldName, field]));
  return { records: counted.records, fields: [...fields.values()] };
}

async function countFilled(
  scope: ClientScope,
  dataset: Dataset,
  columns: readonly DatasetColumn[],
): Promise<RecordCoverage> {
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const [row] = await scope.warehouse.rows(filledTotals(dataset, columns), counts, options);
  if (row === undefined) throw new Error(`Version ${dataset.version} was not counted`);
  return {
    records: row.__records ?? 0,
    fields: columns.map(({ fieldName }, at) => ({ fieldName, filled: row[filledAlias(at)] ?? 0 })),
  };
}
