import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { REQUIRED_DEFINITIONS } from '#server/features/client-configs/validate-config.ts';
import { isBuilding } from '#server/features/datasets/request-build.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockDataPoints } from './client-data-points.ts';

/**
 * Withdraws a data point that is not a column yet. Throws NOT_FOUND, CONFLICT if it is in the dataset or required in
 * every dataset, and BUILD_IN_PROGRESS while a build may be adding it.
 */
export const withdrawDatasetField: Verb<typeof contracts.withdrawDatasetField> = async (scope, { fieldName }) =>
  scope.change(async (tx) => {
    const { inDataset, fieldDefinitions } = await lockDataPoints(tx, scope.client.id);
    if (inDataset.some((field) => field.fieldName === fieldName)) {
      throw new AppError('CONFLICT', 'This data point is already in the dataset, so it cannot be withdrawn.', {
        fieldName,
      });
    }
    const definition = fieldDefinitions.find(({ externalName }) => externalName === fieldName);
    if (definition === undefined) throw new AppError('NOT_FOUND', 'There is no such data point.', { fieldName });
    if (REQUIRED_DEFINITIONS.some(({ externalName }) => externalName === fieldName)) {
      throw new AppError('CONFLICT', 'Every dataset has this data point, so it cannot be withdrawn.', { fieldName });
    }
    if (await isBuilding(tx, scope.client.id)) {
      throw new AppError(
        'BUILD_IN_PROGRESS',
        'The dataset is being rebuilt. If the data point is not in it afterwards, try again.',
        { fieldName },
      );
    }
    await tx
      .update(clients)
      .set({
        fieldDefinitions: fieldDefinitions.filter((other) => other !== definition),
        configVersion: sql`${clients.configVersion} + 1`,
      })
      .where(eq(clients.id, scope.client.id));
    return { result: { fieldName }, target: definition.displayName, targetId: fieldName, before: definition };
  });
