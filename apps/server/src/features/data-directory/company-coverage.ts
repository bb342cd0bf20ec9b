import type { AnswerOf, getDataDirectory } from '@quarry/contracts';
import { readTotals } from '#server/features/data-points/column-totals.ts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';

/** The number of records and, per column, of those with a value. */
export type RecordCoverage = AnswerOf<typeof getDataDirectory>['companies'];

/** Counts the companies of the dataset and, per visible column, those with a value; most the build has counted. */
export async function companyCoverage(scope: ClientScope): Promise<RecordCoverage> {
  if (scope.client.datasetVersion === null) return { records: 0, fields: [] };
  const dataset = await openDataset(scope);
  const visible = dataset.schema.flatMap(({ fieldName, isHiddenFromUser }) => {
    const column = isHiddenFromUser ? undefined : dataset.columns.get(fieldName);
    return column === undefined ? [] : [column];
  });
  const stored = dataset.statistics?.columns ?? {};
  const others = visible.filter(({ fieldName }) => !Object.hasOwn(stored, fieldName));
  const totals = await readTotals(scope.warehouse, dataset, others, { lane: 'people', signal: scope.request.signal });
  return {
    records: totals.records,
    fields: visible.map(({ fieldName }) => ({
      fieldName,
      filled: (stored[fieldName] ?? totals.columns[fieldName])?.filled ?? 0,
    })),
  };
}
