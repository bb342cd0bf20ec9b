import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, sql, type Transaction } from '@quarry/postgres';
import { memberships } from '@quarry/postgres/tables/memberships';
import { users } from '@quarry/postgres/tables/users';
import { createUserUnlessKnown } from '#server/features/accounts/create-user.ts';
import { sendLater } from '#server/features/accounts/identity/send-later.ts';
import { makeOneTimePassword } from '#server/features/accounts/one-time-password.ts';
import type { Verb } from '#server/platform/mount.ts';
import { keptPermissions } from './account-user.ts';
import { addedMail, invitationMail } from './mails.ts';
import { alreadyAdded } from './refusals.ts';
import { renewOneTimePassword } from './renew-one-time-password.ts';

const facts = {
  userId: users.id,
  staffPermissions: users.staffPermissions,
  /** Nobody knows a password for the person but a one-time one, which may be lost or too old. */
  needsPassword: sql<boolean>`${users.mustChangePassword} and ${users.temporaryPasswordExpiresAt} is not null`,
};

async function findPerson(tx: Transaction, email: string) {
  const [row] = await tx.select(facts).from(users).where(eq(users.email, email));
  return row ?? null;
}

/**
 * Makes somebody a member who has yet to accept. Who has never signed in gets a one-time password by mail, a fresh one
 * if there was one before; everybody else keeps their password and gets a notice.
 */
export const inviteUser: Verb<typeof contracts.inviteUser> = async (scope, { email, userPermissions }) => {
  const { client, config, db } = scope;
  const permissions = keptPermissions(userPermissions);
  const hasPasswords = config.oidc === null;
  const known = await db.asSystem((tx) => findPerson(tx, email), { readOnly: true });
  // Hashing takes its time, so it is done before the transaction.
  const oneTime = hasPasswords && (known === null || known.needsPassword) ? await makeOneTimePassword() : null;

  const { user, isFirstPassword } = await scope.change(async (tx) => {
    const createdId = await createUserUnlessKnown(tx, {
      email,
      passwordHash: oneTime?.passwordHash ?? null,
      temporaryPasswordExpiresAt: oneTime?.expiresAt ?? null,
    });
    const person = await findPerson(tx, email);
    if (person === null) throw new AppError('CONFLICT', 'The user was deleted meanwhile. Please try again.');
    if (person.staffPermissions.length > 0) throw alreadyAdded();
    const [added] = await tx
      .insert(memberships)
      .values({ clientId: client.id, userId: person.userId, permissions, isPendingAcceptance: true })
      .onConflictDoNothing()
      .returning({ userId: memberships.userId });
    if (added === undefined) throw alreadyAdded();
    const isRenewed =
      createdId === null && oneTime !== null && (await renewOneTimePassword(tx, person.userId, oneTime));
    return {
      result: {
        user: { userId: person.userId, email, userPermissions: permissions, isPendingAcceptance: true },
        isFirstPassword: oneTime !== null && (createdId !== null || isRenewed),
      },
      target: email,
      after: { userPermissions: permissions },
    };
  });
  const about = { publicUrl: config.publicUrl, email, clientName: client.name, invitedBy: scope.user.email };
  sendLater(scope, async () =>
    isFirstPassword && oneTime !== null ? invitationMail(about, oneTime.password) : addedMail(about),
  );
  return { user };
};
