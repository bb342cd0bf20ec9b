import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#server/platform/secrets.ts';

/** Constant-time comparison of two texts; their lengths may show. */
export function isSameText(one: string, other: string): boolean {
  const left = Buffer.from(one);
  const right = Buffer.from(other);
  return left.length === right.length && timingSafeEqual(left, right);
}

const mac = (secrets: Secrets, purpose: string, text: string): string =>
  createHmac('sha256', secrets.keyFor(purpose)).update(text).digest('base64url');

/**
 * A refresh token is `session.secret.tag`. The tag proves that Quarry made it, so that only a real token that has been
 * replaced counts as stolen, and nobody who merely knows a session's id can end it.
 */
function assemble(secrets: Secrets, sessionId: string, secret: string): string {
  const body = `${sessionId}.${secret}`;
  return `${body}.${mac(secrets, 'refresh-token', body)}`;
}

/** The first refresh token of a session. */
export function firstRefreshToken(secrets: Secrets, sessionId: string): string {
  return assemble(secrets, sessionId, randomBytes(32).toString('base64url'));
}

/**
 * The token that replaces `token`. It is always the same one, so that a browser which never got the answer with its
 * new token can be given it again.
 */
export function nextRefreshToken(secrets: Secrets, sessionId: string, token: string): string {
  return assemble(secrets, sessionId, mac(secrets, 'next-refresh-token', token));
}

/** The session of a refresh token that Quarry made; null for any other text. */
export function sessionOfRefreshToken(secrets: Secrets, token: string): string | null {
  const [sessionId, secret, tag, ...rest] = token.split('.');
  if (sessionId === undefined || secret === undefined || tag === undefined || rest.length > 0) return null;
  return isSameText(token, assemble(secrets, sessionId, secret)) ? sessionId : null;
}

/** What the database keeps of a refresh token. */
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
