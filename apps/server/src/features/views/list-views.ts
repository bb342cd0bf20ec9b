import type * as contracts from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { readTags } from '#server/features/tags/tag.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readViews, toView } from './view.ts';
import { viewProblem } from './view-problems.ts';

/** Lists the caller's views and the shared ones, and says which of them can't be shown as they were saved. */
export const listViews: Verb<typeof contracts.listViews> = async (scope) => {
  const dataset = scope.client.datasetVersion === null ? null : await openDataset(scope);
  const { views, tags } = await scope.read(async (tx) => ({
    views: await readViews(tx, scope),
    tags: await readTags(tx, scope.client.id),
  }));
  return {
    views: views.map((row) => toView(row, dataset === null ? null : viewProblem(dataset, row.content, tags), scope)),
  };
};
