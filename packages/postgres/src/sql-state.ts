/**
 * The SQLSTATE of a failed statement, e.g. `23505` for a broken unique constraint; null for errors that are not
 * the server's. Looks through the wrappers that the query builder puts around the driver's error.
 */
export function sqlState(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return null;
}

/** What fails on a connection, as opposed to a file. */
const CONNECTION_CALLS = new Set<unknown>(['connect', 'getaddrinfo', 'read', 'write']);
/** What the driver says when the server did not answer, or went away in the middle. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired)/;

/**
 * Whether a statement failed because the server could not be reached, broke off, is starting or is shutting down: it
 * may succeed when it is tried again later. To be asked of errors of this package's verbs only.
 */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null && (state.startsWith('08') || state.startsWith('57P') || state === '53300')) return true;
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('syscall' in current && CONNECTION_CALLS.has(current.syscall)) return true;
    if (CONNECTION_MESSAGES.test(current.message)) return true;
  }
  return false;
}

/** The name of the constraint that a statement broke; null when none was. */
export function brokenConstraint(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('constraint' in current && typeof current.constraint === 'string') return current.constraint;
  }
  return null;
}
