import { refreshSession, type SignedIn, signOut } from '@quarry/contracts';
import { ApiError } from './api-error.ts';
import { send } from './send.ts';
import { readStored, writeStored } from './storage.ts';

// The token lives in memory only, where no other page or stored script can read it. The cookie that renews it is
// HttpOnly. This key tells all tabs about it: the time of the last sign-in or renewal, ENDED once it was refused, and
// nothing after signing out or before the first sign-in.
const HINT_KEY = 'quarry-signed-in';
const ENDED = 'ended';
const RENEW_BEFORE_MS = 60_000;

/** The wait of calls that found the session expired, until the person signs in again. */
interface Expiry {
  readonly isOver: Promise<boolean>;
  readonly end: (isSignedIn: boolean) => void;
}

let current: SignedIn | null = null;
let expiry: Expiry | null = null;
/** False where storage is blocked, so that its silence doesn't look like a sign-out. */
let isHintKept = false;
let renewal: Promise<boolean> | null = null;
let timer: number | undefined;
const endListeners = new Set<() => void>();
const expiryListeners = new Set<() => void>();

/** Authentication headers; empty when signed out. */
export function sessionHeaders(): Record<string, string> {
  if (!current) return {};
  return { authorization: `Bearer ${current.idToken}`, 'x-session-id': current.sessionId };
}

/** True if there may be a cookie to restore a session with. */
export function mayBeSignedIn(): boolean {
  const hint = readStored(HINT_KEY);
  return current !== null || (hint !== null && hint !== ENDED);
}

/**
 * Stores the session, renews its token shortly before it expires, and lets waiting calls continue. The session of
 * someone else, who was signed in before, ends: what the page shows is theirs.
 */
export function beginSession(signedIn: SignedIn): void {
  if (current !== null && current.userId !== signedIn.userId) endSession();
  current = signedIn;
  writeStored(HINT_KEY, String(Date.now()));
  isHintKept = readStored(HINT_KEY) !== null;
  window.clearTimeout(timer);
  const delayMs = Date.parse(signedIn.expiresAt) - Date.now() - RENEW_BEFORE_MS;
  timer = window.setTimeout(() => void renewSession().catch(reportFailedRenewal), Math.max(delayMs, 5_000));
  endExpiry(true);
}

// The next call finds the token expired and renews it, so nothing is lost.
function reportFailedRenewal(error: unknown): void {
  console.debug('The session could not be renewed yet', error);
}

/** Forgets the session in this tab and notifies the listeners; waiting calls fail. */
export function endSession(): void {
  const wasSignedIn = current !== null;
  current = null;
  window.clearTimeout(timer);
  endExpiry(false);
  if (wasSignedIn) for (const listener of endListeners) listener();
}

/** Returns the function that unsubscribes. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener);
  return () => endListeners.delete(listener);
}

/** Returns the function that unsubscribes. */
export function onExpiryChange(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** True while calls wait for the person to sign in again. */
export function isSessionExpired(): boolean {
  return expiry !== null;
}

/**
 * Waits until the person has signed in again over the page; false if they leave or `signal` aborts. A session that was
 * left in another tab ends here too, without a wait.
 */
export function signedInAgain(signal?: AbortSignal): Promise<boolean> {
  if (current === null || (isHintKept && readStored(HINT_KEY) === null)) {
    endSession();
    return Promise.resolve(false);
  }
  expiry ??= newExpiry();
  const { isOver } = expiry;
  if (signal === undefined) return isOver;
  return new Promise((resolve) => {
    if (signal.aborted) resolve(false);
    signal.addEventListener('abort', () => resolve(false), { once: true });
    void isOver.then(resolve);
  });
}

function newExpiry(): Expiry {
  const { promise: isOver, resolve: end } = Promise.withResolvers<boolean>();
  queueMicrotask(notifyExpiry);
  return { isOver, end };
}

function endExpiry(isSignedIn: boolean): void {
  const ended = expiry;
  expiry = null;
  ended?.end(isSignedIn);
  if (ended !== null) notifyExpiry();
}

function notifyExpiry(): void {
  for (const listener of expiryListeners) listener();
}

async function renew(): Promise<boolean> {
  try {
    const renewed = await send(refreshSession, {}, current ? { headers: { 'x-session-id': current.sessionId } } : {});
    const isSamePerson = current === null || current.userId === renewed.userId;
    beginSession(renewed);
    return isSamePerson;
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429) return false;
    throw error;
  }
}

/** Renews the token with the cookie; false if the person's session has ended. Concurrent calls share one request. */
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
  if (!isRestored) writeStored(HINT_KEY, ENDED);
  return isRestored;
}

/** Signs out in every tab; forgets the session even if the server cannot be reached, and then throws. */
export async function leaveSession(): Promise<void> {
  try {
    // The cookie alone is enough for the server: a page that was just loaded has no token.
    await send(signOut, {}, { headers: sessionHeaders() });
  } finally {
    writeStored(HINT_KEY, null);
    endSession();
  }
}

/** Signs this tab out when another one does, and continues when someone signs in again in another one. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== HINT_KEY) return;
    if (newValue === null) endSession();
    else if (expiry !== null && newValue !== ENDED) renewSession().catch(reportFailedRenewal);
  });
}
