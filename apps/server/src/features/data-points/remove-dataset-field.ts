import type * as contracts from '@quarry/contracts';
import { AppError, type CustomDataField } from '@quarry/contracts';
import { type FilterGroup, listRules } from '@quarry/filters';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { columnsOf } from '#server/features/client-configs/expressions/parse.ts';
import { REQUIRED_DEFINITIONS } from '#server/features/client-configs/validate-config.ts';
import { setRemoved } from '#server/features/datasets/dataset-schema.ts';
import { readDerivedNodes } from '#server/features/datasets/derived-nodes.ts';
import { isBuilding } from '#server/features/datasets/request-build.ts';
import { isComputing } from '#server/features/datasets/request-computation.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockDataPoints } from './client-data-points.ts';

/**
 * Removes a data point; its column is hidden at once. Throws NOT_FOUND, CONFLICT if every dataset has it or a tag,
 * segment, score or expression uses it, and BUILD_IN_PROGRESS while its column is being written.
 */
export const removeDatasetField: Verb<typeof contracts.removeDatasetField> = async (scope, { fieldName }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const { inDataset, fieldDefinitions, customDataFields } = await lockDataPoints(tx, clientId);
    const definition = fieldDefinitions.find(({ externalName }) => externalName === fieldName);
    if (REQUIRED_DEFINITIONS.some(({ externalName }) => externalName === fieldName)) {
      throw new AppError('CONFLICT', 'Every dataset has this data point, so it cannot be removed.', { fieldName });
    }
    const column = inDataset.find((field) => field.fieldName === fieldName);
    if (column?.isSystem === true) {
      throw new AppError('CONFLICT', 'Every dataset has this data point, so it cannot be removed.', { fieldName });
    }
    if (definition === undefined) throw new AppError('NOT_FOUND', 'There is no such data point.', { fieldName });
    await assertUnused(tx, clientId, fieldName, customDataFields);
    if ((await isBuilding(tx, clientId)) || (await isComputing(tx, clientId))) {
      throw new AppError('BUILD_IN_PROGRESS', 'The dataset is being rebuilt. Try again when that is complete.', {
        fieldName,
      });
    }
    await tx
      .update(clients)
      .set({
        fieldDefinitions: fieldDefinitions.filter((other) => other !== definition),
        configVersion: sql`${clients.configVersion} + 1`,
      })
      .where(eq(clients.id, clientId));
    await setRemoved(tx, clientId, fieldName, true);
    const target = column?.displayName ?? (definition.displayName || fieldName);
    return { result: { fieldName }, target, targetId: fieldName, before: definition };
  });

async function assertUnused(
  tx: Transaction,
  clientId: string,
  fieldName: string,
  customDataFields: readonly CustomDataField[],
): Promise<void> {
  const nodes = await readDerivedNodes(tx, clientId);
  const isIn = (filters: FilterGroup | null) =>
    filters !== null && listRules(filters).some(({ field }) => field === fieldName);
  const usedBy: { readonly kind: string; readonly id: string; readonly name: string }[] = [
    ...nodes
      .filter(({ filters, orderBy }) => isIn(filters) || orderBy === fieldName)
      .map(({ kind, id, name }) => ({ kind, id, name })),
    ...customDataFields
      .filter(({ expressionSql }) => expressionSql != null && columnsOf(expressionSql).has(fieldName))
      .map(({ name, displayName }) => ({ kind: 'custom-field', id: name, name: displayName || name })),
  ];
  if (usedBy.length === 0) return;
  const names = usedBy.map(({ name }) => `“${name}”`).join(', ');
  throw new AppError('CONFLICT', `This data point is in use and can't be removed. It is used by: ${names}`, {
    fieldName,
    usedBy,
  });
}
