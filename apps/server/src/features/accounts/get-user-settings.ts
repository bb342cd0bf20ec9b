import type * as contracts from '@quarry/contracts';
import { userSettings } from '@quarry/contracts/user-settings';
import { and, eq } from '@quarry/postgres';
import { userSettings as settingsTable } from '@quarry/postgres/tables/user-settings';
import type { Verb } from '#server/platform/mount.ts';

/** The key under which a person's settings of one account are kept. */
export const USER_SETTINGS_KEY = 'app';

/** The caller's own settings in this account. What was kept in a form that is no longer understood counts as unset. */
export const getUserSettings: Verb<typeof contracts.getUserSettings> = async (scope) => {
  const { client, user, log } = scope;
  const [row] = await scope.read((tx) =>
    tx
      .select({ value: settingsTable.value })
      .from(settingsTable)
      .where(
        and(
          eq(settingsTable.userId, user.userId),
          eq(settingsTable.clientId, client.id),
          eq(settingsTable.key, USER_SETTINGS_KEY),
        ),
      ),
  );
  const parsed = userSettings.safeParse(row?.value ?? {});
  if (parsed.success) return parsed.data;
  log.warn({ userId: user.userId, client: client.name }, 'kept user settings could not be read');
  return userSettings.parse({});
};
