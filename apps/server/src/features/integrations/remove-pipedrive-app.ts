import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, isNotNull, or, sql } from '@quarry/postgres';
import { integrations } from '@quarry/postgres/tables/integrations';
import { isSameText } from '#server/platform/is-same-text.ts';
import type { Verb } from '#server/platform/mount.ts';
import { reportProblem } from './access/problem.ts';
import { cancelJobsOf } from './cancel-integration-jobs.ts';

const PROBLEM = 'Quarry was removed in Pipedrive. Connect Pipedrive again.';

/** Disconnects the accounts whose Pipedrive company removed the app. Throws UNAUTHENTICATED. */
export const removePipedriveApp: Verb<typeof contracts.removePipedriveApp> = async (scope, input) => {
  const { app } = scope.config.crms.pipedrive;
  const given = scope.request.basicCredentials;
  const isPipedrive =
    app !== null &&
    given !== null &&
    isSameText(given.user, app.clientId) &&
    isSameText(given.password, app.clientSecret);
  if (!isPipedrive) throw new AppError('UNAUTHENTICATED', 'This is not Pipedrive.');
  const { company_id: companyId } = input;
  if (companyId === undefined) return { isRemoved: false };
  const account = integrations.externalAccount;
  const removed = await scope.db.asSystem(async (tx) => {
    const rows = await tx
      .update(integrations)
      .set({
        encryptedCredentials: null,
        tokenExpiresAt: null,
        credentialsRevision: sql`${integrations.credentialsRevision} + 1`,
      })
      .where(
        and(
          eq(integrations.integrationType, 'PIPEDRIVE'),
          isNotNull(integrations.encryptedCredentials),
          or(
            eq(sql`${account}->>'id'`, String(companyId)),
            eq(sql`${account}->'facts'->>'companyId'`, String(companyId)),
          ),
        ),
      )
      .returning();
    for (const { id } of rows)
      await cancelJobsOf(tx, scope.jobs, id, 'Stopped because Quarry was removed in Pipedrive');
    return rows;
  });
  for (const integration of removed) await reportProblem(scope, integration, 'Pipedrive', PROBLEM);
  return { isRemoved: removed.length > 0 };
};
