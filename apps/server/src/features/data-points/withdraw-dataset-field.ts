import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { KEPT_DEFINITIONS } from '#server/features/client-configs/validate-config.ts';
import { isBuilding } from '#server/features/datasets/request-build.ts';
import type { Verb } from '#server/platform/mount.ts';
import { lockDataPoints } from './data-points-of-client.ts';

/**
 * Takes back a data point that no build has made a column of. Throws NOT_FOUND, CONFLICT for one that is in the dataset
 * or that every dataset has, and BUILD_IN_PROGRESS while a build might be making it.
 */
export const withdrawDatasetField: Verb<typeof contracts.withdrawDatasetField> = async (scope, { fieldName }) =>
  scope.change(async (tx) => {
    const { inDataset, fieldDefinitions } = await lockDataPoints(tx, scope.client.id);
    if (inDataset.some((field) => field.fieldName === fieldName)) {
      throw new AppError('CONFLICT', 'This data point is in the dataset already, so it can not be withdrawn.', {
        fieldName,
      });
    }
    const definition = fieldDefinitions.find(({ externalName }) => externalName === fieldName);
    if (definition === undefined) throw new AppError('NOT_FOUND', 'There is no such data point.', { fieldName });
    if (KEPT_DEFINITIONS.some(({ externalName }) => externalName === fieldName)) {
      throw new AppError('CONFLICT', 'Every dataset has this data point, so it can not be withdrawn.', { fieldName });
    }
    if (await isBuilding(tx, scope.client.id)) {
      throw new AppError(
        'BUILD_IN_PROGRESS',
        'The dataset is being rebuilt. Try again when that is over, if the data point is not in it by then.',
        { fieldName },
      );
    }
    await tx
      .update(clients)
      .set({
        fieldDefinitions: fieldDefinitions.filter((known) => known !== definition),
        configVersion: sql`${clients.configVersion} + 1`,
      })
      .where(eq(clients.id, scope.client.id));
    return { result: { fieldName }, target: definition.displayName, targetId: fieldName, before: definition };
  });
