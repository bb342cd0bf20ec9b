import type * as contracts from '@quarry/contracts';
import { sql } from '@quarry/postgres';
import { userSettings as settingsTable } from '@quarry/postgres/tables/user-settings';
import type { Verb } from '#server/platform/mount.ts';
import { USER_SETTINGS_KEY } from './get-user-settings.ts';

/** Replaces the caller's settings in this account. */
export const saveUserSettings: Verb<typeof contracts.saveUserSettings> = async (scope, settings) => {
  const { client, user } = scope;
  await scope.remember((tx) =>
    tx
      .insert(settingsTable)
      .values({ userId: user.userId, clientId: client.id, key: USER_SETTINGS_KEY, value: settings })
      .onConflictDoUpdate({
        target: [settingsTable.userId, settingsTable.clientId, settingsTable.key],
        set: { value: settings, updatedAt: sql`now()` },
      }),
  );
  return settings;
};
