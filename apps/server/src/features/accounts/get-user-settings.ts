import type * as contracts from '@quarry/contracts';
import { userSettings } from '@quarry/contracts/user-settings';
import { and, eq } from '@quarry/postgres';
import { userSettings as settingsTable } from '@quarry/postgres/tables/user-settings';
import type { Verb } from '#server/platform/mount.ts';

/** The key of a user's settings for one account. */
export const USER_SETTINGS_KEY = 'app';

/** Returns the caller's settings in this account. Settings in an outdated format count as unset. */
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
  log.warn({ userId: user.userId, client: client.name }, 'stored user settings could not be read');
  return userSettings.parse({});
};
