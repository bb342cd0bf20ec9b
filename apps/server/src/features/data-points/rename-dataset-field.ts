import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { Verb } from '#server/platform/mount.ts';
import { assertNameIsFree, lockDataPoints } from './data-points-of-client.ts';

/** The data points whose names are fixed, because every screen relies on them. */
const FIXED = new Set(['firmographics/company_name', 'firmographics/primary_domain']);

/**
 * Renames a data point for everybody in the account, also one that waits for the next build. The name is unique
 * ignoring case.
 */
export const renameDatasetField: Verb<typeof contracts.renameDatasetField> = async (
  scope,
  { fieldName, displayName },
) =>
  scope.change(async (tx) => {
    const points = await lockDataPoints(tx, scope.client.id);
    const field = [...points.inDataset, ...points.pending].find((known) => known.fieldName === fieldName);
    if (field === undefined)
      throw new AppError('NOT_FOUND', 'There is no such data point in the dataset.', { fieldName });
    const definition = points.fieldDefinitions.find((known) => known.externalName === fieldName);
    if (definition === undefined || field.dataBlock === null || FIXED.has(definition.internalName)) {
      throw new AppError('VALIDATION_FAILED', 'This data point can not be renamed.', { fieldName });
    }
    assertNameIsFree(points, displayName, fieldName);
    await tx
      .update(clients)
      .set({
        fieldDefinitions: points.fieldDefinitions.map((known) =>
          known === definition ? { ...known, displayName } : known,
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
