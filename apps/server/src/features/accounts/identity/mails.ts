import type { Mail } from '#server/platform/mail.ts';
import { RESET_CODE_MINUTES } from './reset-codes.ts';

const addressed = (publicUrl: string, path: string, email: string): string =>
  `${publicUrl}${path}?${new URLSearchParams({ email }).toString()}`;

/** The mail with the code that lets somebody choose a new password. */
export function resetCodeMail(publicUrl: string, email: string, code: string): Mail {
  return {
    to: email,
    subject: 'Your code for a new Quarry password',
    text: `Hello,

somebody, hopefully you, asked for a new password for ${email}. Your code is

    ${code}

Enter it here within ${RESET_CODE_MINUTES} minutes and choose a new password:
${addressed(publicUrl, '/confirm-reset-password', email)}

If it was not you, ignore this mail: without the code nothing changes.

Quarry
`,
  };
}

/** What somebody hears whose password was just changed, in case it was not them. */
export function passwordChangedMail(publicUrl: string, email: string): Mail {
  return {
    to: email,
    subject: 'Your Quarry password was changed',
    text: `Hello,

the password for ${email} was just changed. If that was you, all is well.

If it was not, ask for a new password at once:
${addressed(publicUrl, '/reset-password', email)}

Quarry
`,
  };
}
