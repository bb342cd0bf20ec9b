import type * as contracts from '@quarry/contracts';
import { and, desc, eq } from '@quarry/postgres';
import { integrationJobs, integrations } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { selectJobs, toIntegrationJob } from './integration-job.ts';

/** Lists the account's jobs of connectors, newest first. */
export const listIntegrationJobs: Verb<typeof contracts.listIntegrationJobs> = (scope, input) => {
  const { integrationType, limit, offset } = input;
  return scope.read(async (tx) => {
    const chosen = and(
      eq(integrationJobs.clientId, scope.client.id),
      integrationType === undefined ? undefined : eq(integrations.integrationType, integrationType),
    );
    const rows = await selectJobs(tx)
      .where(chosen)
      .orderBy(desc(integrationJobs.createdAt), desc(integrationJobs.jobId))
      .limit(limit)
      .offset(offset);
    const counted = tx
      .select({ id: integrationJobs.jobId })
      .from(integrationJobs)
      .innerJoin(integrations, eq(integrations.id, integrationJobs.integrationId))
      .where(chosen)
      .as('chosen');
    return { items: rows.map(toIntegrationJob), count: await tx.$count(counted) };
  });
};
