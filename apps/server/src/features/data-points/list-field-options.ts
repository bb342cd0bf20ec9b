import type * as contracts from '@quarry/contracts';
import { FIELD_OPTIONS_LIMIT } from '@quarry/contracts';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { Verb } from '#server/platform/mount.ts';
import { suggestedValues } from './data-points.sql.ts';
import { findColumn } from './describe-field.ts';

const valueRow = z.object({ value: z.string(), count: z.number() });

/** Suggests values of a column while a user types. */
export const listFieldOptions: Verb<typeof contracts.listFieldOptions> = async (scope, { fieldName, search }) => {
  const dataset = await openDataset(scope);
  const statement = suggestedValues(dataset, findColumn(dataset, fieldName), search.trim(), FIELD_OPTIONS_LIMIT);
  return { values: await scope.warehouse.rows(statement, valueRow, { lane: 'people', signal: scope.request.signal }) };
};
