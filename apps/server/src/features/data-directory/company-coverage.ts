import type { AnswerOf, getDataDirectory } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { filledName, filledTotals } from '#server/features/data-points/data-points.sql.ts';
import { type Dataset, type DatasetColumn, openDataset } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';

/** How full the columns of one kind of record are. */
export type RecordCoverage = AnswerOf<typeof getDataDirectory>['companies'];

/** The columns that change without a build. */
const CHANGING: ReadonlySet<string> = new Set(['__tags', '__segments']);

/** Coverage by version. A version never changes, apart from `CHANGING`. */
const keptCoverage = defineCache(() => new LRUCache<string, RecordCoverage>({ max: 500 }));

const counts = z.record(z.string(), z.number());

/** Counts the companies of the dataset, and those with a value in each column that people are shown. */
export async function companyCoverage(scope: ClientScope): Promise<RecordCoverage> {
  if (scope.client.datasetVersion === null) return { records: 0, fields: [] };
  const dataset = await openDataset(scope);
  const shown = dataset.schema.flatMap(({ fieldName, isHiddenFromUser }) => {
    const column = isHiddenFromUser ? undefined : dataset.columns.get(fieldName);
    return column === undefined ? [] : [column];
  });
  const counted = keptCoverage(scope);
  const known = counted.get(dataset.version);
  const found = await countFilled(
    scope,
    dataset,
    known === undefined ? shown : shown.filter(({ fieldName }) => CHANGING.has(fieldName)),
  );
  if (known === undefined) counted.set(dataset.version, found);
  const now = new Map([...(known?.fields ?? []), ...found.fields].map((field) => [field.fieldName, field]));
  return { records: found.records, fields: [...now.values()] };
}

async function countFilled(
  scope: ClientScope,
  dataset: Dataset,
  columns: readonly DatasetColumn[],
): Promise<RecordCoverage> {
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const [row] = await scope.warehouse.rows(filledTotals(dataset, columns), counts, options);
  if (row === undefined) throw new Error(`The dataset ${dataset.version} was not counted`);
  return {
    records: row.__records ?? 0,
    fields: columns.map(({ fieldName }, at) => ({ fieldName, filled: row[filledName(at)] ?? 0 })),
  };
}
