import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { memberships } from '@quarry/postgres/tables/memberships';
import { createUserIfAbsent } from '#server/features/accounts/create-user.ts';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { memberPermissions } from './account-user.ts';
import { countInvitation, findInvitee, oneTimePasswordFor } from './invitation.ts';
import { addedMail, invitationMail } from './mails.ts';
import { alreadyAMember, mailIsOff } from './refusals.ts';
import { renewOneTimePassword } from './renew-one-time-password.ts';

/**
 * Invites a user. Users who never signed in get a new one-time password by mail, replacing any earlier one; everyone else
 * keeps their password and gets a notice.
 */
export const inviteUser: Verb<typeof contracts.inviteUser> = async (scope, { email, userPermissions }) => {
  const { client, config } = scope;
  await countInvitation(scope, email);
  const permissions = memberPermissions(userPermissions);
  const oneTime = await oneTimePasswordFor(scope, email);
  const invitation = { publicUrl: config.publicUrl, email, clientName: client.name, invitedBy: scope.user.email };
  return scope.change(async (tx) => {
    const createdId = await createUserIfAbsent(tx, {
      email,
      passwordHash: oneTime?.passwordHash ?? null,
      temporaryPasswordExpiresAt: oneTime?.expiresAt ?? null,
    });
    const user = await findInvitee(tx, email);
    if (user === null) throw new AppError('CONFLICT', 'This user was just deleted. Please try again.');
    if (user.staffPermissions.length > 0) throw alreadyAMember();
    const [added] = await tx
      .insert(memberships)
      .values({ clientId: client.id, userId: user.userId, permissions, isPendingAcceptance: true })
      .onConflictDoNothing()
      .returning({ userId: memberships.userId });
    if (added === undefined) throw alreadyAMember();
    const isRenewed = createdId === null && oneTime !== null && (await renewOneTimePassword(tx, user.userId, oneTime));
    const isFirstPassword = oneTime !== null && (createdId !== null || isRenewed);
    if (isFirstPassword && !config.isMailOn) throw mailIsOff();
    const mail = isFirstPassword ? invitationMail(invitation, oneTime.password) : addedMail(invitation);
    await enqueueMail(tx, scope, mail, { clientId: client.id });
    return {
      result: {
        user: {
          userId: user.userId,
          email,
          userPermissions: permissions,
          isPendingAcceptance: true,
          lastSignedInAt: null,
        },
      },
      target: email,
      after: { userPermissions: permissions },
    };
  });
};
