import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { Verb } from '#server/platform/mount.ts';
import { assertNameIsFree, lockDataPoints } from './client-data-points.ts';

/** Data points that cannot be renamed because every page relies on their names. */
const FIXED_NAMES = new Set(['firmographics/company_name', 'firmographics/primary_domain']);

/** Renames a data point for everyone in the account, including a pending one. Names are unique ignoring case. */
export const renameDatasetField: Verb<typeof contracts.renameDatasetField> = async (
  scope,
  { fieldName, displayName },
) =>
  scope.change(async (tx) => {
    const points = await lockDataPoints(tx, scope.client.id);
    const field = [...points.inDataset, ...points.pending].find((point) => point.fieldName === fieldName);
    if (field === undefined)
      throw new AppError('NOT_FOUND', 'There is no such data point in the dataset.', { fieldName });
    const definition = points.fieldDefinitions.find(({ externalName }) => externalName === fieldName);
    if (definition === undefined || field.dataBlock === null || FIXED_NAMES.has(definition.internalName)) {
      throw new AppError('VALIDATION_FAILED', 'This data point cannot be renamed.', { fieldName });
    }
    if (displayName === field.displayName) {
      throw new AppError('VALIDATION_FAILED', 'The data point already has this name.', { fieldName });
    }
    assertNameIsFree(points, displayName, fieldName);
    await tx
      .update(clients)
      .set({
        fieldDefinitions: points.fieldDefinitions.map((other) =>
          other === definition ? { ...definition, displayName } : other,
        ),
      })
      .where(eq(clients.id, scope.client.id));
    return {
      result: { field: { ...field, displayName } },
      target: displayName,
      targetId: fieldName,
      before: { displayName: field.displayName },
      after: { displayName },
    };
  });
