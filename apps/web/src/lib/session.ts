import { refreshSession, type SignedIn, signOut } from '@quarry/contracts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import { readStored, writeStored } from './storage.ts';

// The token lives in memory only, where no other page or stored script can read it. The cookie that renews it is
// out of reach of scripts. This note only says that a cookie may exist, so that strangers cause no failing request.
const HINT_KEY = 'quarry-signed-in';
const RENEW_BEFORE_MS = 60_000;

let current: SignedIn | null = null;
let renewal: Promise<boolean> | null = null;
let timer: number | undefined;
const listeners = new Set<() => void>();

/** Headers that say who calls; empty for strangers. */
export function sessionHeaders(): Record<string, string> {
  if (!current) return {};
  return { authorization: `Bearer ${current.idToken}`, 'x-session-id': current.sessionId };
}

/** Whether a cookie may be there with which to restore a session. */
export function mayBeSignedIn(): boolean {
  return current !== null || readStored(HINT_KEY) !== null;
}

/** Remembers a finished sign-in and renews its token shortly before it expires. */
export function beginSession(signedIn: SignedIn): void {
  current = signedIn;
  writeStored(HINT_KEY, '1');
  window.clearTimeout(timer);
  const leftMs = Date.parse(signedIn.expiresAt) - Date.now() - RENEW_BEFORE_MS;
  timer = window.setTimeout(() => void renewSession().catch(reportFailedRenewal), Math.max(leftMs, 5_000));
}

// The next call finds the token expired and tries again, so nothing is lost here.
function reportFailedRenewal(error: unknown): void {
  console.debug('The session could not be renewed yet', error);
}

/** Forgets the session in this page and tells the listeners. */
export function endSession(): void {
  const wasSignedIn = current !== null;
  current = null;
  writeStored(HINT_KEY, null);
  window.clearTimeout(timer);
  if (wasSignedIn) for (const listener of listeners) listener();
}

/** Calls `listener` whenever the session ends; returns how to stop that. */
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

/** A fresh token through the cookie; false when the session has ended. Concurrent calls share one request. */
export function renewSession(): Promise<boolean> {
  // Tabs take turns: the cookie is replaced at each renewal, and two at once would race for it.
  const exclusively = navigator.locks ? () => navigator.locks.request('quarry-session', renew) : renew;
  renewal ??= Promise.resolve(exclusively()).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** Whether a session is there, restored through the cookie after a page load. */
export async function restoreSession(): Promise<boolean> {
  if (current) return true;
  if (!mayBeSignedIn()) return false;
  const isRestored = await renewSession();
  if (!isRestored) writeStored(HINT_KEY, null);
  return isRestored;
}

/** Signs out on the server and here. Forgets the session also when the server can't be reached. */
export async function leaveSession(): Promise<void> {
  try {
    if (current) await send(signOut, {}, { headers: sessionHeaders() });
  } finally {
    endSession();
  }
}
