import { crmType } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { readIntegrationRow } from '../integration.ts';
import { vendorOf } from '../vendors/index.ts';
import type { ExternalAccount, Vendor, VendorApi } from '../vendors/vendor.ts';
import { openCallLimits } from './call-limits.ts';
import { missingScopesOf, missingScopesProblem } from './missing-scopes.ts';
import { NeedsConnection } from './needs-connection.ts';
import { openApi } from './send.ts';
import { type AccessDeps, holdTokens } from './token-holder.ts';

/** The key of a connected account, the same whoever connected it. */
export const accountKeyOf = (vendor: Vendor, account: ExternalAccount): string =>
  `${vendor.type} ${account.apiUrl} ${account.id}`;

/**
 * Opens the API of a connector's account. The caller has checked that the connector is its own. Throws `NeedsConnection`
 * if it is not connected, its connection is known to be dead, or scopes lack.
 */
export async function openVendorApi(
  deps: AccessDeps,
  integrationId: string,
  signal: AbortSignal,
  { waitsMs }: { readonly waitsMs?: readonly number[] } = {},
): Promise<{ vendor: Vendor; api: VendorApi }> {
  const [row] = await deps.db.asSystem((tx) =>
    tx.select().from(integrations).where(eq(integrations.id, integrationId)),
  );
  const integration = row === undefined ? null : readIntegrationRow(row);
  const type = crmType.safeParse(integration?.integrationType).data;
  if (integration === null || type === undefined) throw new NeedsConnection('There is no such connector.');
  const vendor = vendorOf(type, deps.config);
  const { externalAccount: account, problem, credentialScopes } = integration;
  if (integration.encryptedCredentials === null || account === null) {
    throw new NeedsConnection(`${vendor.label} is not connected.`, { integrationId });
  }
  if (problem !== null) throw new NeedsConnection(problem, { integrationId });
  const missing = missingScopesOf(vendor, credentialScopes);
  if (missing.length > 0) throw new NeedsConnection(missingScopesProblem(vendor, missing), { integrationId });
  const api = openApi({
    vendor,
    account,
    tokens: holdTokens(deps, vendor, { integrationId, accountId: account.id }),
    limits: openCallLimits(deps.db, vendor, accountKeyOf(vendor, account)),
    signal,
    ...(waitsMs === undefined ? {} : { waitsMs }),
  });
  return { vendor, api };
}
