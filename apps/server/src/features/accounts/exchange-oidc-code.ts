import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { countAttempts, forgiveAttempts, networkOf } from '#server/platform/rate-limits.ts';
import { findOidcUser } from './identity/find-oidc-user.ts';
import { oidcIssuer } from './identity/oidc-issuer.ts';
import { OIDC_COOKIE, oidcRedirectUri, resumeOidcSignIn } from './identity/oidc-sign-in-start.ts';
import { answerSignedIn, startSession } from './identity/sessions.ts';
import { PASSWORD_TRIES } from './identity/sign-in-limits.ts';

/** Completes a sign-in that this browser started at the external provider, and starts a Quarry session. */
export const exchangeOidcCode: Verb<typeof contracts.exchangeOidcCode> = async (scope, { code, state }) => {
  const { config, db, secrets, request } = scope;
  if (config.oidc === null) throw new AppError('NOT_FOUND', 'This installation has no external identity provider.');
  const attempts = [{ limit: PASSWORD_TRIES.address, subject: networkOf(request.ip) }];
  await countAttempts(db, attempts);
  const start = resumeOidcSignIn(secrets, request, state);
  if (start === null)
    throw new AppError(
      'UNAUTHENTICATED',
      'This sign-in has expired or was started in another browser. Please sign in again.',
    );
  const { nonce, codeVerifier } = start;
  const redirectUri = oidcRedirectUri(config.publicUrl);
  const claims = await oidcIssuer(scope, config.oidc).exchange({ code, redirectUri, nonce, codeVerifier });
  const user = await findOidcUser(db, claims);
  if (user === null) {
    throw new AppError(
      'FORBIDDEN',
      'There is no Quarry user for you yet. Please ask an administrator of your account to invite you.',
    );
  }
  await forgiveAttempts(db, attempts);
  request.clearCookie(OIDC_COOKIE);
  const session = await db.asSystem((tx) => startSession(tx, secrets, user.id, request.userAgent));
  return { ...(await answerSignedIn(scope, session)), next: '/app' };
};
