import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { clientView } from './client-view.ts';

/** Returns the account that the request names. */
export const getClient: Verb<typeof contracts.getClient> = async (scope) => ({
  ...(await scope.read((tx) => clientView(tx, scope.client.id, scope.permissions))),
  bannerAlerts: [...scope.config.bannerAlerts],
});
