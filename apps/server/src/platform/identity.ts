import type { ApiKeyScope, StaffPermission } from '@quarry/contracts';

/** The API key of a request. */
export interface UsedApiKey {
  readonly name: string;
  /** The only account it opens. */
  readonly clientId: string;
  readonly scope: ApiKeyScope;
}

/** The person behind a request, read from the database each time. */
export interface SignedInUser {
  readonly userId: string;
  readonly email: string;
  readonly staffPermissions: readonly StaffPermission[];
  /** Null if an external provider keeps the sessions. */
  readonly sessionId: string | null;
  /** Set if a program calls with the person's key; it has no staff permissions. */
  readonly apiKey: UsedApiKey | null;
}

/** Resolves a bearer token to a person. The built-in provider, OIDC issuers and API keys implement it. */
export interface Identity {
  /** Throws UNAUTHENTICATED for a foreign, expired or revoked token. */
  authenticate(bearerToken: string, ip: string): Promise<SignedInUser>;
}
