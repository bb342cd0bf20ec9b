import type * as contracts from '@quarry/contracts';
import { enqueueMail } from '#server/platform/mail-job.ts';
import type { Verb } from '#server/platform/mount.ts';
import { findAccountUsers, lockAccountUser } from './account-user.ts';
import { countInvitation, oneTimePasswordFor } from './invitation.ts';
import { addedMail, invitationMail } from './mails.ts';
import { hasAccepted, mailIsOff, notAMember } from './refusals.ts';
import { renewOneTimePassword } from './renew-one-time-password.ts';

/** Mails the invitation again; a new one-time password replaces the earlier one. */
export const resendInvitation: Verb<typeof contracts.resendInvitation> = async (scope, { userId }) => {
  const { client, config } = scope;
  if (!config.isMailOn) throw mailIsOff();
  const members = await scope.read((tx) => findAccountUsers(tx, client.id));
  const email = members.find((member) => member.userId === userId)?.email;
  if (email === undefined) throw notAMember();
  await countInvitation(scope, email);
  const oneTime = await oneTimePasswordFor(scope, email);
  const invitation = { publicUrl: config.publicUrl, email, clientName: client.name, invitedBy: scope.user.email };
  return scope.change(async (tx) => {
    const member = await lockAccountUser(tx, client.id, userId);
    if (member === null) throw notAMember();
    if (!member.isPendingAcceptance) throw hasAccepted();
    const isRenewed = oneTime !== null && (await renewOneTimePassword(tx, userId, oneTime));
    const mail = isRenewed ? invitationMail(invitation, oneTime.password) : addedMail(invitation);
    await enqueueMail(tx, scope, mail, { clientId: client.id });
    return { result: { ok: true as const }, target: email };
  });
};
