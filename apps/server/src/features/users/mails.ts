import { ONE_TIME_PASSWORD_DAYS } from '#server/features/accounts/one-time-password.ts';
import type { Mail } from '#server/platform/mail.ts';

export interface Invitation {
  readonly publicUrl: string;
  readonly email: string;
  readonly clientName: string;
  /** E-mail address. */
  readonly invitedBy: string;
}

/** Invites a new user, who signs in with the one-time password. */
export function invitationMail({ publicUrl, email, clientName, invitedBy }: Invitation, password: string): Mail {
  const next = `/app/${clientName}`;
  return {
    to: email,
    subject: `You are invited to ${clientName} on Quarry`,
    text: `Hello,

${invitedBy} invited you to the account ${clientName} on Quarry. Sign in here with ${email}:
${publicUrl}/login?${new URLSearchParams({ next }).toString()}

Your one-time password is

    ${password}

It works for ${ONE_TIME_PASSWORD_DAYS} days. When you sign in, you choose your own password.

Quarry
`,
  };
}

/** Notifies a user who has a Quarry password or an external identity provider. */
export function addedMail({ publicUrl, email, clientName, invitedBy }: Invitation): Mail {
  return {
    to: email,
    subject: `You were added to ${clientName} on Quarry`,
    text: `Hello,

${invitedBy} added you to the account ${clientName} on Quarry. Sign in as usual to open it:
${publicUrl}/app/${clientName}

Quarry
`,
  };
}
