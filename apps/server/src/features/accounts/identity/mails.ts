import type { Mail } from '#server/platform/mail.ts';
import { RESET_CODE_MINUTES } from './reset-codes.ts';

const urlFor = (publicUrl: string, path: string, email: string): string =>
  `${publicUrl}${path}?${new URLSearchParams({ email }).toString()}`;

export function resetCodeMail(publicUrl: string, email: string, code: string): Mail {
  return {
    to: email,
    subject: 'Your code for a new Quarry password',
    text: `Hello,

Someone, hopefully you, requested a new password for ${email}. Your code is

    ${code}

Enter it here within ${RESET_CODE_MINUTES} minutes and choose a new password:
${urlFor(publicUrl, '/confirm-reset-password', email)}

If it wasn't you, ignore this email. Nothing changes without the code.

Quarry
`,
  };
}

/** Warns users of a password change that they may not have made. */
export function passwordChangedMail(publicUrl: string, email: string): Mail {
  return {
    to: email,
    subject: 'Your Quarry password was changed',
    text: `Hello,

The password for ${email} was just changed. If that was you, there is nothing to do.

If it wasn't you, request a new password right away:
${urlFor(publicUrl, '/reset-password', email)}

Quarry
`,
  };
}
