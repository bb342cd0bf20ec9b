import { randomInt } from 'node:crypto';
import { hashPassword } from './identity/passwords.ts';

/** How long a one-time password may be used for the first sign-in. */
export const ONE_TIME_PASSWORD_DAYS = 7;

/** A made-up password that keeps every rule, of letters and digits that nobody mixes up. About 70 bits. */
export function makePassword(): string {
  const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
  const group = (): string => Array.from({ length: 4 }, () => pick('abcdefghjkmnpqrstuvwxyz23456789')).join('');
  return `${pick('ABCDEFGHJKMNPQRSTUVWXYZ')}${group()}-${group()}-${pick('abcdefghjkmnpqrstuvwxyz')}${group()}${pick('23456789')}`;
}

/** A password for a new person's first sign-in, with what is stored of it. */
export async function makeOneTimePassword(): Promise<{ password: string; passwordHash: string; expiresAt: Date }> {
  const password = makePassword();
  return {
    password,
    passwordHash: await hashPassword(password),
    expiresAt: new Date(Date.now() + ONE_TIME_PASSWORD_DAYS * 24 * 60 * 60 * 1000),
  };
}
