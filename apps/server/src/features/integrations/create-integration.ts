import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, sql } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { assertSegments } from './assert-segments.ts';
import { auditValues } from './audit-values.ts';
import { describeIntegration } from './describe-integration.ts';
import { readIntegrationRow } from './integration.ts';
import { assertTargets, mergeWebhook, sealWebhook } from './webhook/credentials.ts';

/** Connects a webhook, also one that was disconnected. Throws CONFLICT if there is one, BAD_REQUEST and NOT_FOUND. */
export const createIntegration: Verb<typeof contracts.createIntegration> = async (scope, input) => {
  const { integrationType, credentials: sent, ...settings } = input;
  const credentials = mergeWebhook(sent, null);
  assertTargets(scope.config, credentials);
  if (settings.importFieldMappingSettings.companies.length > 0 || settings.importFieldsEnabled) {
    throw new AppError('BAD_REQUEST', 'A webhook has no fields to import.');
  }
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    await assertSegments(tx, clientId, settings.segmentIds);
    const columns = {
      settings,
      encryptedCredentials: sealWebhook(scope.secrets, credentials),
      connectedAt: new Date(),
      connectedBy: scope.user.email,
      problem: null,
      problemSince: null,
      problemMailedAt: null,
    };
    const [row] = await tx
      .insert(integrations)
      .values({ clientId, integrationType, ...columns })
      .onConflictDoUpdate({
        target: [integrations.clientId, integrations.integrationType],
        set: { ...columns, credentialsRevision: sql`${integrations.credentialsRevision} + 1` },
        setWhere: and(eq(integrations.clientId, clientId), sql`${integrations.encryptedCredentials} is null`),
      })
      .returning();
    if (row === undefined)
      throw new AppError('CONFLICT', 'This account has a webhook already. Change its settings instead.');
    const stored = readIntegrationRow(row);
    return {
      result: { integration: await describeIntegration(tx, scope, stored) },
      target: integrationType,
      targetId: row.id,
      after: auditValues(stored),
    };
  });
};
