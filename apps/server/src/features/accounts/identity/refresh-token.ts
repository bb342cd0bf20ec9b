import { createHash, createHmac, randomBytes } from 'node:crypto';
import { isSameText } from '#server/platform/is-same-text.ts';
import type { Secrets } from '#server/platform/secrets.ts';

const mac = (secrets: Secrets, purpose: string, text: string): string =>
  createHmac('sha256', secrets.keyFor(purpose)).update(text).digest('base64url');

/**
 * A refresh token is `session.secret.tag`. The tag proves that Quarry issued it, so that only a genuine replaced token
 * counts as stolen and nobody can end a session by knowing its id.
 */
function assemble(secrets: Secrets, sessionId: string, secret: string): string {
  const body = `${sessionId}.${secret}`;
  return `${body}.${mac(secrets, 'refresh-token', body)}`;
}

export function firstRefreshToken(secrets: Secrets, sessionId: string): string {
  return assemble(secrets, sessionId, randomBytes(32).toString('base64url'));
}

/** The replacement of `token`, always the same one, so that a browser that lost the response can get it again. */
export function nextRefreshToken(secrets: Secrets, sessionId: string, token: string): string {
  return assemble(secrets, sessionId, mac(secrets, 'next-refresh-token', token));
}

/** The session id of a genuine refresh token; null for any other text. */
export function sessionOfRefreshToken(secrets: Secrets, token: string): string | null {
  const [sessionId, secret, tag, ...rest] = token.split('.');
  if (sessionId === undefined || secret === undefined || tag === undefined || rest.length > 0) return null;
  return isSameText(token, assemble(secrets, sessionId, secret)) ? sessionId : null;
}

export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
