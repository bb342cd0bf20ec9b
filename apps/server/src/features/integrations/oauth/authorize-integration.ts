import { createHash, randomBytes } from 'node:crypto';
import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq, lt, sql } from '@quarry/postgres';
import { oauthStates } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { availableTypes } from '../describe-integration.ts';
import { vendorOf } from '../vendors/index.ts';
import { createState, hashState } from './oauth-state.ts';
import { redirectUriOf } from './redirect-uri.ts';

const VALID_MS = 10 * 60_000;

/** Begins to connect a CRM. Throws BAD_REQUEST if this installation has no app there. */
export const authorizeIntegration: Verb<typeof contracts.authorizeIntegration> = async (scope, input) => {
  const { integrationType, isSalesforceSandbox } = input;
  if (!availableTypes(scope.config).includes(integrationType)) {
    throw new AppError('BAD_REQUEST', 'Whoever runs this installation has not set up this connector yet.');
  }
  const isSandbox = integrationType === 'SALESFORCE' && isSalesforceSandbox;
  const state = createState(scope.secrets, {
    client: scope.client.name,
    connectorType: integrationType,
    sandbox: isSandbox,
  });
  const verifier = randomBytes(48).toString('base64url');
  await scope.remember(async (tx) => {
    const clientId = scope.client.id;
    await tx.delete(oauthStates).where(and(eq(oauthStates.clientId, clientId), lt(oauthStates.expiresAt, sql`now()`)));
    await tx.insert(oauthStates).values({
      stateHash: hashState(state),
      clientId,
      userId: scope.user.userId,
      integrationType,
      isSalesforceSandbox: isSandbox,
      encryptedVerifier: scope.secrets.encrypt(verifier),
      expiresAt: new Date(Date.now() + VALID_MS),
    });
  });
  const url = vendorOf(integrationType, scope.config).signIn.authorizeUrl({
    redirectUri: redirectUriOf(scope.config, integrationType, isSandbox),
    state,
    codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
    isSandbox,
  });
  return { url };
};
