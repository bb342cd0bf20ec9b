import type { StaffPermission } from '@quarry/contracts';

/** The person behind a request, as read from the database at that request. */
export interface SignedInUser {
  readonly userId: string;
  readonly email: string;
  readonly staffPermissions: readonly StaffPermission[];
  /** The session that the token belongs to; null where an external provider keeps sessions. */
  readonly sessionId: string | null;
}

/** Turns a bearer token into a person. The built-in provider and an OIDC issuer both implement it. */
export interface Identity {
  /** Throws AppError UNAUTHENTICATED for a missing, foreign, expired or revoked token. */
  authenticate(bearerToken: string): Promise<SignedInUser>;
}
