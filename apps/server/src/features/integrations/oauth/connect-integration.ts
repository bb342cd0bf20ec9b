import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, gt, inArray, sql, type Transaction } from '@quarry/postgres';
import {
  integrationJobs,
  integrations,
  oauthStates,
  syncJournal,
  syncStatuses,
} from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { openCallLimits } from '../access/call-limits.ts';
import { asAppErrors } from '../access/call-vendor.ts';
import { missingScopesOf, missingScopesProblem } from '../access/missing-scopes.ts';
import { requestTokens, TokensRefused } from '../access/request-tokens.ts';
import { openApi } from '../access/send.ts';
import { expiryOf, sealTokens } from '../access/tokens.ts';
import { auditValues } from '../audit-values.ts';
import { cancelJobsOf } from '../cancel-integration-jobs.ts';
import { describeIntegration } from '../describe-integration.ts';
import { readIntegrationRow } from '../integration.ts';
import { vendorOf } from '../vendors/index.ts';
import type { ExternalAccount, Tokens, Vendor } from '../vendors/vendor.ts';
import { hashState, invalidState, openState } from './oauth-state.ts';
import { redirectUriOf } from './redirect-uri.ts';

/** Ends the connection that `authorizeIntegration` began. Throws CRM_REFUSED. */
export const connectIntegration: Verb<typeof contracts.connectIntegration> = async (scope, input) => {
  const { integrationType, code } = input;
  const { codeVerifier, isSandbox } = await useState(scope, input);
  const vendor = vendorOf(integrationType, scope.config);
  const redirectUri = redirectUriOf(scope.config, integrationType, isSandbox);
  const tokens = await asAppErrors(vendor, () =>
    requestTokens(vendor, { kind: 'code', code, redirectUri, codeVerifier, isSandbox }),
  ).catch((error: unknown) => {
    if (error instanceof TokensRefused) throw notConfirmed(vendor);
    throw error;
  });
  const { refreshToken } = tokens;
  if (refreshToken === null) throw notConfirmed(vendor);
  const account = await asAppErrors(vendor, () => readAccount(scope, vendor, tokens));
  const credentialScopes = [...(tokens.scopes ?? vendor.scopes)];
  const missing = missingScopesOf(vendor, credentialScopes);
  const { accessToken, apiUrl, expiresInSeconds } = tokens;
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const ofType = and(eq(integrations.clientId, clientId), eq(integrations.integrationType, integrationType));
    const [known] = await tx.select().from(integrations).where(ofType).for('update');
    const before = known === undefined ? null : readIntegrationRow(known);
    const problem = missing.length === 0 ? null : missingScopesProblem(vendor, missing);
    const columns = {
      encryptedCredentials: sealTokens(scope.secrets, { accessToken, refreshToken, apiUrl }),
      tokenExpiresAt: expiryOf(expiresInSeconds),
      credentialScopes,
      externalAccount: account,
      isSalesforceSandbox: isSandbox,
      connectedAt: new Date(),
      connectedBy: scope.user.email,
      problem,
      problemSince: problem === null ? null : new Date(),
      // Whoever connects sees it.
      problemMailedAt: problem === null ? null : new Date(),
    };
    const [row] = await tx
      .insert(integrations)
      .values({ clientId, integrationType, ...columns })
      .onConflictDoUpdate({
        target: [integrations.clientId, integrations.integrationType],
        set: { ...columns, credentialsRevision: sql`${integrations.credentialsRevision} + 1` },
      })
      .returning();
    if (row === undefined) throw new Error(`${vendor.label} was not connected`);
    if (before !== null && before.externalAccount !== null && before.externalAccount.id !== account.id) {
      await cancelJobsOf(tx, scope.jobs, row.id, `Stopped because another ${vendor.label} account was connected`);
      await forgetRecords(tx, row.id);
    }
    const stored = readIntegrationRow(row);
    return {
      result: { integration: await describeIntegration(tx, scope, stored) },
      target: integrationType,
      targetId: row.id,
      before: before === null ? null : auditValues(before),
      after: auditValues(stored),
    };
  });
};

/** The records of another account have other ids, so what is known of the ones before must lead nowhere. */
async function forgetRecords(tx: Transaction, integrationId: string): Promise<void> {
  await tx.delete(syncStatuses).where(eq(syncStatuses.integrationId, integrationId));
  const jobs = tx
    .select({ jobId: integrationJobs.jobId })
    .from(integrationJobs)
    .where(eq(integrationJobs.integrationId, integrationId));
  await tx.delete(syncJournal).where(inArray(syncJournal.jobId, jobs));
}

const notConfirmed = (vendor: Vendor): AppError =>
  new AppError('CRM_REFUSED', `${vendor.label} did not confirm the connection. Please connect again.`);

type Input = Parameters<typeof connectIntegration>[1];

/** Uses a state up, which belongs to this account and person. Throws CRM_REFUSED. */
async function useState(scope: ClientScope, { state, integrationType, isSalesforceSandbox }: Input) {
  const { client, connectorType, sandbox } = openState(scope.secrets, state);
  const isAsBegun =
    client === scope.client.name && connectorType === integrationType && (!isSalesforceSandbox || sandbox);
  if (!isAsBegun) throw invalidState();
  const [begun] = await scope.db.asClient(scope.client.id, (tx) =>
    tx
      .delete(oauthStates)
      .where(
        and(
          eq(oauthStates.stateHash, hashState(state)),
          eq(oauthStates.clientId, scope.client.id),
          eq(oauthStates.userId, scope.user.userId),
          gt(oauthStates.expiresAt, sql`now()`),
        ),
      )
      .returning(),
  );
  if (begun === undefined) throw invalidState();
  return { codeVerifier: scope.secrets.decrypt(begun.encryptedVerifier), isSandbox: begun.isSalesforceSandbox };
}

/** Asks whose account the tokens are for. */
function readAccount(scope: ClientScope, vendor: Vendor, tokens: Tokens): Promise<ExternalAccount> {
  const refuse = () => Promise.reject(notConfirmed(vendor));
  const { accessToken, apiUrl } = tokens;
  const source = {
    fresh: () => Promise.resolve({ accessToken, apiUrl, refreshToken: '' }),
    instead: refuse,
    giveUp: refuse,
  };
  const api = openApi({
    vendor,
    account: { id: '', name: null, apiUrl, facts: {} },
    tokens: source,
    limits: openCallLimits(scope.db, vendor, `connecting ${scope.client.id}`),
    signal: scope.request.signal,
    waitsMs: [],
  });
  return vendor.readAccount(api);
}
