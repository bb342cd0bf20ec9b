import type * as contracts from '@quarry/contracts';
import { AppError, appSettings as appSettingsSchema } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import type { Verb } from '#server/platform/mount.ts';
import { readAppSettings } from './client-view.ts';

/** Saves the account's default columns without duplicates. */
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
    await tx.update(clients).set({ appSettings: saved }).where(eq(clients.id, client.id));
    return {
      result: { appSettings: saved },
      target: client.name,
      before: readAppSettings(row.appSettings),
      after: saved,
    };
  });
};
