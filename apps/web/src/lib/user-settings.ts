import { getUserSettings, saveUserSettings, type UserSettings } from '@quarry/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';
import { useClient } from './client-context.tsx';

/** What the app remembers for the person in an account. */
export function userSettingsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['user-settings', clientName],
    queryFn: ({ signal }) => call(getUserSettings, {}, { client: clientName, signal }),
    // Only this page changes them, and it keeps the cache in step.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

// Saving replaces the whole, so savings go one after another and each starts from what is shown by then.
let lastSave: Promise<unknown> = Promise.resolve();

/**
 * The person's settings in this account (undefined while loading) and how to change a part of them. A change shows at
 * once and is saved behind it; the promise rejects with ApiError when saving fails, and the old settings show again.
 */
export function useUserSettings(): {
  settings: UserSettings | undefined;
  update: (change: Partial<UserSettings>) => Promise<void>;
} {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const options = userSettingsQuery(clientName);
  const { data } = useQuery(options);
  const update = useCallback(
    async (change: Partial<UserSettings>) => {
      const query = userSettingsQuery(clientName);
      const before = await cache.ensureQueryData(query);
      cache.setQueryData(query.queryKey, { ...before, ...change });
      const save = lastSave.then(async () => {
        const current = cache.getQueryData(query.queryKey) ?? before;
        await call(saveUserSettings, current, { client: clientName });
      });
      lastSave = save.catch(() => cache.invalidateQueries({ queryKey: query.queryKey }));
      await save;
    },
    [cache, clientName],
  );
  return { settings: data, update };
}
