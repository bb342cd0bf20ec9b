import { refreshSession, type SignedIn, signOut } from '@quarry/contracts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import { readStored, writeStored } from './storage.ts';

// The token lives in memory only, where no other page or stored script can read it. The cookie that renews it is
// HttpOnly; this key says that it may exist, so that visitors who never signed in don't cause a failing request.
const HINT_KEY = 'quarry-signed-in';
const RENEW_BEFORE_MS = 60_000;

let current: SignedIn | null = null;
let renewal: Promise<boolean> | null = null;
let timer: number | undefined;
const listeners = new Set<() => void>();

/** Authentication headers; empty when signed out. */
export function sessionHeaders(): Record<string, string> {
  if (!current) return {};
  return { authorization: `Bearer ${current.idToken}`, 'x-session-id': current.sessionId };
}

/** True if there may be a cookie to restore a session with. */
export function mayBeSignedIn(): boolean {
  return current !== null || readStored(HINT_KEY) !== null;
}

/** Stores the session and renews its token shortly before it expires. */
export function beginSession(signedIn: SignedIn): void {
  current = signedIn;
  writeStored(HINT_KEY, '1');
  window.clearTimeout(timer);
  const delayMs = Date.parse(signedIn.expiresAt) - Date.now() - RENEW_BEFORE_MS;
  timer = window.setTimeout(() => void renewSession().catch(reportFailedRenewal), Math.max(delayMs, 5_000));
}

// The next call finds the token expired and renews it, so nothing is lost.
function reportFailedRenewal(error: unknown): void {
  console.debug('The session could not be renewed yet', error);
}

/** Forgets the session in this page and notifies the listeners. */
export function endSession(): void {
  const wasSignedIn = current !== null;
  current = null;
  writeStored(HINT_KEY, null);
  window.clearTimeout(timer);
  if (wasSignedIn) for (const listener of listeners) listener();
}

/** Returns the function that unsubscribes. */
export function onSessionEnd(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function renew(): Promise<boolean> {
  try {
    beginSession(await send(refreshSession, {}, current ? { headers: { 'x-session-id': current.sessionId } } : {}));
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}

/** Renews the token with the cookie; false if the session has ended. Concurrent calls share one request. */
export function renewSession(): Promise<boolean> {
  // Each renewal replaces the cookie, so tabs take turns.
  const takeTurn = navigator.locks ? () => navigator.locks.request('quarry-session', renew) : renew;
  renewal ??= Promise.resolve(takeTurn()).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** True if there is a session, restored with the cookie after a page load. */
export async function restoreSession(): Promise<boolean> {
  if (current) return true;
  if (!mayBeSignedIn()) return false;
  const isRestored = await renewSession();
  if (!isRestored) writeStored(HINT_KEY, null);
  return isRestored;
}

/** Signs out; forgets the session even if the server cannot be reached. */
export async function leaveSession(): Promise<void> {
  try {
    if (current) await send(signOut, {}, { headers: sessionHeaders() });
  } finally {
    endSession();
  }
}
