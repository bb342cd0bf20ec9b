import { randomInt } from 'node:crypto';
import { hashPassword } from './identity/passwords.ts';

export const ONE_TIME_PASSWORD_DAYS = 7;

/** A random password of about 70 bits that meets every rule and has no look-alike characters. */
export function generatePassword(): string {
  const pick = (alphabet: string): string => alphabet.charAt(randomInt(alphabet.length));
  const group = (): string => Array.from({ length: 4 }, () => pick('abcdefghjkmnpqrstuvwxyz23456789')).join('');
  return `${pick('ABCDEFGHJKMNPQRSTUVWXYZ')}${group()}-${group()}-${pick('abcdefghjkmnpqrstuvwxyz')}${group()}${pick('23456789')}`;
}

export async function generateOneTimePassword(): Promise<{ password: string; passwordHash: string; expiresAt: Date }> {
  const password = generatePassword();
  return {
    password,
    passwordHash: await hashPassword(password),
    expiresAt: new Date(Date.now() + ONE_TIME_PASSWORD_DAYS * 24 * 60 * 60 * 1000),
  };
}
