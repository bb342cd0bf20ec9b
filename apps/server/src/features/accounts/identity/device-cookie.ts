import { createHmac, randomUUID } from 'node:crypto';
import { isSameText } from '#server/platform/is-same-text.ts';
import type { RequestFacts } from '#server/platform/scope.ts';
import type { Secrets } from '#server/platform/secrets.ts';

/** Cookie of a browser in which a person has signed in; outlives sign-out. */
export const DEVICE_COOKIE = 'quarry_device';
const LIFETIME_MS = 180 * 24 * 60 * 60 * 1000;

/** `id.expiry.tag`; the tag binds the device to one e-mail address. */
function deviceToken(secrets: Secrets, email: string, id: string, expiresAt: string): string {
  const tag = createHmac('sha256', secrets.keyFor('device-cookie')).update(`${email}\n${id}\n${expiresAt}`);
  return `${id}.${expiresAt}.${tag.digest('base64url')}`;
}

/** Makes the browser a known device of the person who has just signed in. */
export function rememberDevice(secrets: Secrets, request: RequestFacts, email: string): void {
  const expires = new Date(Date.now() + LIFETIME_MS);
  request.setCookie(DEVICE_COOKIE, deviceToken(secrets, email, randomUUID(), String(expires.getTime())), expires);
}

/** The id of a device in which this person has signed in; null for any other. */
export function knownDevice(secrets: Secrets, request: RequestFacts, email: string): string | null {
  const token = request.cookie(DEVICE_COOKIE);
  const [id = '', expiresAt = ''] = token?.split('.') ?? [];
  if (token === undefined || !(Number(expiresAt) > Date.now())) return null;
  return isSameText(token, deviceToken(secrets, email, id, expiresAt)) ? id : null;
}
