import type { ApiKeyScope, StaffPermission } from '@quarry/contracts';

/** The API key that a request came with. */
export interface UsedApiKey {
  readonly name: string;
  /** The only account that it opens. */
  readonly clientId: string;
  readonly scope: ApiKeyScope;
}

/** The person behind a request, as read from the database at that request. */
export interface SignedInUser {
  readonly userId: string;
  readonly email: string;
  readonly staffPermissions: readonly StaffPermission[];
  /** The session that the token belongs to; null where an external provider keeps sessions. */
  readonly sessionId: string | null;
  /** Set when not the person calls but a program with a key of theirs; it has no staff permissions then. */
  readonly apiKey: UsedApiKey | null;
}

/** Turns a bearer token into a person. The built-in provider, an OIDC issuer and API keys all implement it. */
export interface Identity {
  /** Throws AppError UNAUTHENTICATED for a missing, foreign, expired or revoked token. `ip` is the caller's address. */
  authenticate(bearerToken: string, ip: string): Promise<SignedInUser>;
}
