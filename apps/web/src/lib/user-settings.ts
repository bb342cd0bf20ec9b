import { getUserSettings, saveUserSettings, type UserSettings } from '@quarry/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from './api.ts';
import { useClient } from './client-context.tsx';

export function userSettingsQuery(clientName: string) {
  return queryOptions({
    queryKey: ['user-settings', clientName],
    queryFn: ({ signal }) => call(getUserSettings, {}, { client: clientName, signal }),
    // Only this page changes them, and it keeps the cache current.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

// A save replaces all settings, so saves run one at a time, and each sends the cache as it is by then.
let lastSave: Promise<unknown> = Promise.resolve();

/**
 * The person's settings in this account; undefined while loading. `update` applies a change at once and saves it in the
 * background. If saving fails, its promise rejects with ApiError and the saved settings come back.
 */
export function useUserSettings(): {
  settings: UserSettings | undefined;
  update: (change: Partial<UserSettings>) => Promise<void>;
} {
  const { clientName } = useClient();
  const cache = useQueryClient();
  const { data } = useQuery(userSettingsQuery(clientName));
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
