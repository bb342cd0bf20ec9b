import type { Transaction } from '@quarry/postgres';
import { segments } from '@quarry/postgres/tables/segments';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { assertUsableDefinition } from './assert-usable-definition.ts';
import { requestUpdate } from './request-update.ts';
import type { savedValues } from './saved-values.ts';
import { lockClient, readSegmentRow, type SegmentRow } from './segment.ts';
import { withUniqueName } from './segment-names.ts';
import { segmentsChanged } from './settle-segments.ts';

/** Inserts a segment and requests its companies. Throws VALIDATION_FAILED, INVALID_FILTER and NAME_TAKEN. */
export async function insertSegment(
  tx: Transaction,
  scope: ClientScope,
  dataset: Dataset,
  values: ReturnType<typeof savedValues>,
): Promise<SegmentRow> {
  const clientId = scope.client.id;
  await lockClient(tx, clientId);
  assertUsableDefinition(dataset, values, await readDerivedNodes(tx, clientId), null);
  const [row] = await withUniqueName(
    values.name,
    tx
      .insert(segments)
      .values({ clientId, ...values, createdBy: scope.user.email })
      .returning(),
  );
  if (row === undefined) throw new Error(`The segment ${values.name} was not created`);
  await segmentsChanged(tx, scope.client);
  await requestUpdate(tx, scope.jobs, clientId, scope.user.email);
  return readSegmentRow(row);
}
