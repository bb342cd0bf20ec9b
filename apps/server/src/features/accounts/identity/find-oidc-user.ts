import { and, type Database, eq, isNull } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import { recordAudit } from '#server/platform/audit.ts';
import type { OidcClaims } from './oidc-issuer.ts';
import type { UserFacts } from './signed-in-user.ts';

const columns = { id: users.id, email: users.email, staffPermissions: users.staffPermissions };

/**
 * Finds a user by the issuer's subject, or at the first sign-in by verified e-mail address, which links the subject.
 * Returns null if there is no match; never creates users.
 */
export async function findOidcUser(db: Database, { subject, verifiedEmail }: OidcClaims): Promise<UserFacts | null> {
  const [user] = await db.asSystem((tx) => tx.select(columns).from(users).where(eq(users.oidcSubject, subject)), {
    readOnly: true,
  });
  if (user !== undefined) return user;
  if (verifiedEmail === null) return null;
  return db.asSystem(async (tx) => {
    const [linked] = await tx
      .update(users)
      .set({ oidcSubject: subject })
      .where(and(eq(users.email, verifiedEmail), isNull(users.oidcSubject)))
      .returning(columns);
    if (linked === undefined) return null;
    await recordAudit(tx, {
      clientId: null,
      actorUserId: linked.id,
      actor: linked.email,
      action: 'user.linked-to-identity-provider',
      target: linked.email,
      before: null,
      after: { subject },
      requestId: null,
    });
    return linked;
  });
}
