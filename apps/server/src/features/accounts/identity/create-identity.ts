import { withApiKeys } from '#server/features/api-keys/key-identity.ts';
import type { Identity } from '#server/platform/identity.ts';
import type { Platform } from '#server/platform/scope.ts';
import { createBuiltinIdentity } from './builtin-identity.ts';
import { createOidcIdentity } from './oidc-identity.ts';
import { oidcIssuer } from './oidc-issuer.ts';

/**
 * The identity provider that the configuration chooses: an OIDC issuer where one is named, else the built-in one. API
 * keys are accepted beside either.
 */
export function createIdentity(platform: Pick<Platform, 'config' | 'db' | 'secrets' | 'caches'>): Identity {
  const { oidc } = platform.config;
  const people =
    oidc === null ? createBuiltinIdentity(platform) : createOidcIdentity(platform, oidcIssuer(platform, oidc));
  return withApiKeys(people, platform.db);
}
