import type * as contracts from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { auditValues } from './audit-values.ts';
import { cancelJobsOf } from './cancel-integration-jobs.ts';
import { describeIntegration } from './describe-integration.ts';
import { readIntegration, readIntegrationRow } from './integration.ts';

/** Forgets the credentials and stops what runs with them. Throws NOT_FOUND. */
export const disconnectIntegration: Verb<typeof contracts.disconnectIntegration> = (scope, { integrationId }) =>
  scope.change(async (tx) => {
    const before = await readIntegration(tx, scope.client.id, integrationId, 'update');
    await cancelJobsOf(tx, scope.jobs, integrationId, 'Stopped because the connector was disconnected');
    const [row] = await tx
      .update(integrations)
      .set({
        encryptedCredentials: null,
        credentialsRevision: sql`${integrations.credentialsRevision} + 1`,
        tokenExpiresAt: null,
        credentialScopes: [],
        problem: null,
        problemSince: null,
        problemMailedAt: null,
      })
      .where(eq(integrations.id, integrationId))
      .returning();
    if (row === undefined) throw new Error(`The connector ${integrationId} was not disconnected`);
    const after = readIntegrationRow(row);
    return {
      result: { integration: await describeIntegration(tx, scope, after) },
      target: after.integrationType,
      targetId: integrationId,
      before: auditValues(before),
      after: auditValues(after),
    };
  });
