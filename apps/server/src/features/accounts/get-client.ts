import type * as contracts from '@quarry/contracts';
import { and, asc, eq, isNotNull } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { clientView } from './client-view.ts';

/** Returns the account that the request names. */
export const getClient: Verb<typeof contracts.getClient> = async (scope) => ({
  ...(await scope.read((tx) => clientView(tx, scope.client.id, scope.permissions))),
  bannerAlerts: [...scope.config.bannerAlerts, ...(await connectorProblems(scope))],
});

/** Why connectors do not work, for those who can connect them again. */
async function connectorProblems({ client, permissions, read }: ClientScope): Promise<string[]> {
  if (!permissions.includes('ADMIN')) return [];
  const rows = await read((tx) =>
    tx
      .select({ problem: integrations.problem })
      .from(integrations)
      .where(and(eq(integrations.clientId, client.id), isNotNull(integrations.problem)))
      .orderBy(asc(integrations.problemSince)),
  );
  return rows.flatMap(({ problem }) => problem ?? []);
}
