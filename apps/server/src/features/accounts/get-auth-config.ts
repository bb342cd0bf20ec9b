import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { oidcIssuer } from './identity/oidc-issuer.ts';
import { beginOidcSignIn, oidcRedirectUri } from './identity/oidc-sign-in-start.ts';

/** Which provider signs people in; for an external one, the address where a sign-in begins. */
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
