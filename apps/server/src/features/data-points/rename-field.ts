import { AppError, type renameDatasetField } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { z } from 'zod';
import { fieldDefinition } from '#server/features/client-configs/client-config.ts';
import { readDatasetSchema } from '#server/features/datasets/dataset-schema.ts';
import type { Verb } from '#server/platform/mount.ts';

/** The data points whose names are fixed, because every screen relies on them. */
const FIXED = new Set(['firmographics/company_name', 'firmographics/primary_domain']);

/** Renames a data point for everybody in the account. The name is unique ignoring case. */
export const renameField: Verb<typeof renameDatasetField> = async (scope, { fieldName, displayName }) =>
  scope.change(async (tx) => {
    const [row] = await tx
      .select({ fieldDefinitions: clients.fieldDefinitions })
      .from(clients)
      .where(eq(clients.id, scope.client.id))
      .for('update');
    const definitions = z.array(fieldDefinition).parse(row?.fieldDefinitions);
    const schema = await readDatasetSchema(tx, scope.client);
    const field = schema.find((known) => known.fieldName === fieldName);
    if (field === undefined)
      throw new AppError('NOT_FOUND', 'There is no such data point in the dataset.', { fieldName });
    const definition = definitions.find((known) => known.externalName === fieldName);
    if (definition === undefined || field.dataBlock === null || FIXED.has(definition.internalName)) {
      throw new AppError('VALIDATION_FAILED', 'This data point can not be renamed.', { fieldName });
    }
    const taken = schema.some(
      (other) => other.fieldName !== fieldName && other.displayName.toLowerCase() === displayName.toLowerCase(),
    );
    if (taken) throw new AppError('NAME_TAKEN', 'Data point name must be unique', { fieldName });
    await tx
      .update(clients)
      .set({
        fieldDefinitions: definitions.map((known) =>
          known.externalName === fieldName ? { ...known, displayName } : known,
        ),
      })
      .where(eq(clients.id, scope.client.id));
    return {
      result: { field: { ...field, displayName } },
      target: fieldName,
      before: { displayName: field.displayName },
      after: { displayName },
    };
  });
