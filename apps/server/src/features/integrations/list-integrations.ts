import type * as contracts from '@quarry/contracts';
import { asc, eq } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { availableTypes, describeIntegrations } from './describe-integration.ts';
import { readIntegrationRow } from './integration.ts';

/** Returns the connectors of the account and the types that it can connect. */
export const listIntegrations: Verb<typeof contracts.listIntegrations> = async (scope) => {
  const integrationsOfClient = await scope.read(async (tx) => {
    const rows = await tx
      .select()
      .from(integrations)
      .where(eq(integrations.clientId, scope.client.id))
      .orderBy(asc(integrations.createdAt));
    return describeIntegrations(tx, scope, rows.map(readIntegrationRow));
  });
  return { integrations: integrationsOfClient, availableTypes: availableTypes(scope.config) };
};
