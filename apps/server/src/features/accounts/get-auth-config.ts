import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { oidcIssuer } from './identity/oidc-issuer.ts';
import { beginOidcSignIn, oidcRedirectUri } from './identity/oidc-sign-in-start.ts';

/** Returns the identity provider; for an external one, also the URL that starts a sign-in. */
export const getAuthConfig: Verb<typeof contracts.getAuthConfig> = async (scope) => {
  const { config, secrets, request } = scope;
  if (config.oidc === null) return { provider: 'builtin', authorizeUrl: null };
  const start = beginOidcSignIn(secrets, request);
  const authorizeUrl = await oidcIssuer(scope, config.oidc).authorizeUrl({
    ...start,
    redirectUri: oidcRedirectUri(config.publicUrl),
  });
  return { provider: 'oidc', authorizeUrl };
};
