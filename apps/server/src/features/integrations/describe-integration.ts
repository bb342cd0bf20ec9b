import { INTEGRATION_TYPES, type Integration, type IntegrationType, type UserPermission } from '@quarry/contracts';
import { eq, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { nextBuildDueAt } from '#server/features/datasets/next-build.ts';
import type { Config } from '#server/platform/config.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { missingScopesOf } from './access/missing-scopes.ts';
import { listMappings, type StoredIntegration } from './integration.ts';
import { vendorOf } from './vendors/index.ts';
import { maskWebhook, openWebhook } from './webhook/credentials.ts';

type Deps = Pick<ClientScope, 'client' | 'config' | 'secrets' | 'permissions'>;

/** The types that whoever runs the installation has set up, in the order of the connectors page. */
export function availableTypes({ crms }: Pick<Config, 'crms'>): IntegrationType[] {
  const isAvailable: Record<IntegrationType, boolean> = {
    SALESFORCE: crms.salesforce.app !== null,
    HUBSPOT: crms.hubspot.app !== null,
    WEBHOOK: true,
    PIPEDRIVE: crms.pipedrive.app !== null,
  };
  return INTEGRATION_TYPES.filter((type) => isAvailable[type]);
}

const isAdmin = (permissions: readonly UserPermission[]): boolean => permissions.includes('ADMIN');

/** Connectors as the API describes them. Only administrators see addresses, and nobody sees secrets. */
export async function describeIntegrations(
  tx: Transaction,
  scope: Deps,
  rows: readonly StoredIntegration[],
): Promise<Integration[]> {
  const mappings = await listMappings(tx, scope.client.id);
  const [client] = await tx.select().from(clients).where(eq(clients.id, scope.client.id));
  const nextBuild = client === undefined ? null : nextBuildDueAt(client);
  return rows.map((row): Integration => {
    const { settings, integrationType, encryptedCredentials, credentialScopes } = row;
    const hasCredentials = encryptedCredentials !== null;
    const isWebhook = integrationType === 'WEBHOOK';
    const own = mappings.filter(({ integrationId }) => integrationId === row.id);
    const mappingsOf = (recordType: 'company' | 'contact') =>
      own
        .filter((mapping) => mapping.recordType === recordType)
        .map(({ id, integrationId, internalName, externalName, updateStrategy }) => ({
          id,
          integrationId,
          internalName,
          externalName,
          updateStrategy,
        }));
    return {
      id: row.id,
      integrationType,
      hasCredentials,
      credentials:
        isWebhook && hasCredentials && isAdmin(scope.permissions)
          ? maskWebhook(openWebhook(scope.secrets, encryptedCredentials))
          : null,
      credentialScopes,
      missingScopes:
        isWebhook || !hasCredentials ? [] : missingScopesOf(vendorOf(integrationType, scope.config), credentialScopes),
      isSalesforceSandbox: row.isSalesforceSandbox,
      accountName: row.externalAccount?.name ?? null,
      connectedAt: row.connectedAt?.toISOString() ?? null,
      connectedBy: row.connectedBy,
      problem: row.problem,
      problemSince: row.problemSince?.toISOString() ?? null,
      ...settings,
      lastImportFinishedAt: row.lastImportFinishedAt?.toISOString() ?? null,
      lastAutoSyncAt: row.lastAutoSyncAt?.toISOString() ?? null,
      // An auto-sync follows the day's build.
      nextAutoSyncAt: settings.enableAutoSync && hasCredentials ? (nextBuild?.toISOString() ?? null) : null,
      mappingSettings: { companies: mappingsOf('company'), contacts: mappingsOf('contact') },
      createdAt: row.createdAt.toISOString(),
    };
  });
}

/** One connector as the API describes it. */
export async function describeIntegration(tx: Transaction, scope: Deps, row: StoredIntegration): Promise<Integration> {
  const [described] = await describeIntegrations(tx, scope, [row]);
  if (described === undefined) throw new Error(`The connector ${row.id} was not described`);
  return described;
}
