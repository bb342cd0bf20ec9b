import { createHash, randomBytes } from 'node:crypto';
import { API_KEY_PREFIX } from '@quarry/contracts';

const RANDOM_BYTES = 32;
const PREFIX_LENGTH = API_KEY_PREFIX.length + 6;
const KEY_PATTERN = new RegExp(`^${API_KEY_PREFIX}[A-Za-z0-9_-]{43}$`);

/** A new key with 256 random bits. */
export function generateKey(): string {
  return `${API_KEY_PREFIX}${randomBytes(RANDOM_BYTES).toString('base64url')}`;
}

/** The stored hash of a key. One round is enough, because nobody can guess 256 bits. */
export function hashKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}

/** The beginning of a key, by which users recognise it. */
export function prefixOf(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/** No other kind of bearer token begins like a key. */
export function hasKeyPrefix(token: string): boolean {
  return token.startsWith(API_KEY_PREFIX);
}

export function isWellFormedKey(token: string): boolean {
  return KEY_PATTERN.test(token);
}
