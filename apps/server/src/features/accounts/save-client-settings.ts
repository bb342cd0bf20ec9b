import type * as contracts from '@quarry/contracts';
import { AppError, appSettings as appSettingsSchema } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { Verb } from '#server/platform/mount.ts';
import { clientView, readAppSettings } from './client-view.ts';

/** Saves the account's default columns without duplicates. Throws VALIDATION_FAILED for unknown ones. */
export const saveClientSettings: Verb<typeof contracts.saveClientSettings> = async (scope, { appSettings }) => {
  const { client } = scope;
  const { companiesTableFields } = appSettings;
  const saved = appSettingsSchema.parse({
    companiesTableFields: companiesTableFields === null ? null : [...new Set(companiesTableFields)],
  });
  return scope.change(async (tx) => {
    const [row] = await tx
      .select({ appSettings: clients.appSettings })
      .from(clients)
      .where(eq(clients.id, client.id))
      .for('update');
    if (row === undefined) throw new AppError('NOT_FOUND', 'This account no longer exists.');
    const before = readAppSettings(row.appSettings);
    const { companiesSchema, pendingFields } = await clientView(tx, client.id, scope.permissions);
    // Columns that are gone by now may stay in the list.
    const known = new Set([
      ...[...companiesSchema, ...pendingFields].map(({ fieldName }) => fieldName),
      ...(before.companiesTableFields ?? []),
    ]);
    const unknown = saved.companiesTableFields?.filter((fieldName) => !known.has(fieldName)) ?? [];
    if (unknown.length > 0) {
      throw new AppError('VALIDATION_FAILED', 'There is no such data point in the dataset.', { fieldNames: unknown });
    }
    await tx.update(clients).set({ appSettings: saved }).where(eq(clients.id, client.id));
    return {
      result: { appSettings: saved },
      target: client.name,
      before,
      after: saved,
    };
  });
};
