import type * as contracts from '@quarry/contracts';
import { AppError, hasFeature, IMPORT_TYPES } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { assertSegments } from './assert-segments.ts';
import { auditValues } from './audit-values.ts';
import { describeIntegration } from './describe-integration.ts';
import { assertUnusedImports } from './import-fields/assert-unused.ts';
import { chooseImportFields } from './import-fields/choose-import-fields.ts';
import { readIntegration, readIntegrationRow, type StoredIntegration } from './integration.ts';
import { assertTargets, mergeWebhook, openWebhook, sealWebhook } from './webhook/credentials.ts';

type Input = Parameters<typeof updateIntegration>[1];

/**
 * Saves settings, and the addresses of a webhook. Throws NOT_FOUND, BAD_REQUEST, FORBIDDEN, REMOVED_IMPORT_FIELD_IN_USE
 * and, for new fields to import, what calls of the CRM throw.
 */
export const updateIntegration: Verb<typeof contracts.updateIntegration> = async (scope, input) => {
  const { integrationId, credentials: sent, importFieldMappingSettings, ...settings } = input;
  const clientId = scope.client.id;
  const seen = await scope.read((tx) => readIntegration(tx, clientId, integrationId));
  assertMayImport(scope, seen, input);
  const names = importFieldMappingSettings?.companies.map(({ externalCrmName }) => externalCrmName);
  const { fieldDefinitions, customDataFields } = await scope.read((tx) => readSavedConfigs(tx, clientId));
  const taken = new Set([
    ...fieldDefinitions.map(({ externalName }) => externalName),
    ...customDataFields.map(({ name }) => name),
  ]);
  // The CRM is asked before the transaction.
  const chosen = names === undefined ? undefined : await chooseImportFields(scope, seen, names, taken);
  return scope.change(async (tx) => {
    const before = await readIntegration(tx, clientId, integrationId, 'update');
    // Those chosen earlier may have been deleted since.
    const chosenBefore = new Set(before.settings.segmentIds);
    const added = settings.segmentIds?.filter((id) => !chosenBefore.has(id)) ?? [];
    await assertSegments(tx, clientId, added);
    if (chosen !== undefined) {
      const kept = new Set(chosen.map(({ datasetName }) => datasetName));
      const removed = before.settings.importFieldMappingSettings.companies.filter(
        ({ datasetName }) => !kept.has(datasetName),
      );
      await assertUnusedImports(tx, clientId, removed);
    }
    const [row] = await tx
      .update(integrations)
      .set({
        settings: {
          ...before.settings,
          ...settings,
          ...(chosen === undefined ? {} : { importFieldMappingSettings: { companies: chosen } }),
        },
        ...credentialColumns(scope, before, sent),
      })
      .where(eq(integrations.id, integrationId))
      .returning();
    if (row === undefined) throw new Error(`The connector ${integrationId} was not saved`);
    const after = readIntegrationRow(row);
    return {
      result: { integration: await describeIntegration(tx, scope, after) },
      target: after.integrationType,
      targetId: integrationId,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
};

function assertMayImport({ client, user }: ClientScope, { integrationType }: StoredIntegration, input: Input): void {
  const { importFieldsEnabled = false, importFieldMappingSettings, autoImportRecordSince = null } = input;
  const imports =
    importFieldsEnabled || (importFieldMappingSettings?.companies.length ?? 0) > 0 || autoImportRecordSince !== null;
  if (!imports) return;
  if (!IMPORT_TYPES.some((type) => type === integrationType)) {
    throw new AppError('BAD_REQUEST', 'This connector has no fields to import.');
  }
  if (!hasFeature('crmImport', client, user)) {
    throw new AppError('FORBIDDEN', 'This feature is not enabled for the account.', { feature: 'crmImport' });
  }
}

function credentialColumns(scope: ClientScope, before: StoredIntegration, sent: Input['credentials']) {
  if (sent === undefined || sent === null) return {};
  if (before.integrationType !== 'WEBHOOK') {
    throw new AppError('BAD_REQUEST', 'A CRM is connected through its own page, not by credentials.');
  }
  const { encryptedCredentials } = before;
  const stored = encryptedCredentials === null ? null : openWebhook(scope.secrets, encryptedCredentials);
  const credentials = mergeWebhook(sent, stored);
  assertTargets(scope.config, credentials);
  return {
    encryptedCredentials: sealWebhook(scope.secrets, credentials),
    credentialsRevision: sql`${integrations.credentialsRevision} + 1`,
    ...(encryptedCredentials === null ? { connectedAt: new Date(), connectedBy: scope.user.email } : {}),
  };
}
