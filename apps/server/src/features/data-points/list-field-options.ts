import type * as contracts from '@quarry/contracts';
import { FIELD_OPTIONS_LIMIT } from '@quarry/contracts';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findColumn } from './describe-field.ts';
import { searchValues } from './read-values.ts';

/** Suggests values of a column while a user types. */
export const listFieldOptions: Verb<typeof contracts.listFieldOptions> = async (scope, { fieldName, search }) => {
  const dataset = await openDataset(scope);
  const column = findColumn(dataset, fieldName);
  return { values: [...(await searchValues(scope, dataset, column, search, FIELD_OPTIONS_LIMIT))] };
};
