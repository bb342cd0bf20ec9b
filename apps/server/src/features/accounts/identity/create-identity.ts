import { withApiKeys } from '#server/features/api-keys/key-identity.ts';
import type { Identity } from '#server/platform/identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { createBuiltinIdentity } from './builtin-identity.ts';
import { withoutDemoUsers } from './demo-users.ts';
import { createOidcIdentity } from './oidc-identity.ts';
import { oidcIssuer } from './oidc-issuer.ts';

/** Accepts API keys and the tokens of the configured identity provider: an OIDC issuer or the built-in one. */
export function createIdentity(platform: Pick<Platform, 'config' | 'db' | 'secrets' | 'caches'>): Identity {
  const { oidc } = platform.config;
  const users =
    oidc === null ? createBuiltinIdentity(platform) : createOidcIdentity(platform, oidcIssuer(platform, oidc));
  return withoutDemoUsers(withApiKeys(users, platform.db), platform.config);
}
