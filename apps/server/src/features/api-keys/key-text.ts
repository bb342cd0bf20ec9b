import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_START } from '@quarry/contracts';

const RANDOM_BYTES = 32;
const SHOWN = API_KEY_START.length + 6;
const FORM = new RegExp(`^${API_KEY_START}[A-Za-z0-9_-]{43}$`);

/** A new key: 256 random bits behind the start that says what it is. */
export function makeKey(): string {
  return `${API_KEY_START}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** What is stored of a key. One round is enough, because nobody can guess 256 bits. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The beginning of a key, which people tell it by. */
export function prefixOf(key: string): string {
  return key.slice(0, SHOWN);
}

/** Whether a bearer token claims to be a key; no other kind of token begins like one. */
export function claimsToBeKey(token: string): boolean {
  return token.startsWith(API_KEY_START);
}

/** Whether a text could be a key at all. */
export function isKeyLike(token: string): boolean {
  return FORM.test(token);
}
