import { and, type Database, eq, isNull } from '@quarry/postgres';
import { users } from '@quarry/postgres/tables/users';
import { recordAudit } from '#server/platform/audit.ts';
import type { OidcClaims } from './oidc-issuer.ts';
import type { UserFacts } from './signed-in-user.ts';

const facts = { id: users.id, email: users.email, staffPermissions: users.staffPermissions };

/**
 * The person whom the issuer means: by its subject, or at first sight by the verified e-mail address of somebody who
 * has no subject yet, who then keeps this one. Null when there is nobody; people are never created here.
 */
export async function findOidcUser(db: Database, { subject, verifiedEmail }: OidcClaims): Promise<UserFacts | null> {
  const [known] = await db.asSystem((tx) => tx.select(facts).from(users).where(eq(users.oidcSubject, subject)), {
    readOnly: true,
  });
  if (known !== undefined) return known;
  if (verifiedEmail === null) return null;
  return db.asSystem(async (tx) => {
    const [linked] = await tx
      .update(users)
      .set({ oidcSubject: subject })
      .where(and(eq(users.email, verifiedEmail), isNull(users.oidcSubject)))
      .returning(facts);
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
