/**
 * The SQLSTATE of a failed statement, e.g. `23505` for a unique violation; null for errors from elsewhere. Looks through
 * the query builder's wrappers around the driver's error.
 */
export function sqlState(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return null;
}

/** System calls on a connection, as opposed to a file. */
const CONNECTION_CALLS = new Set<unknown>(['connect', 'getaddrinfo', 'read', 'write']);
/** Messages for a server that does not answer or goes away. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout|The database server does not answer)/;

/**
 * True if the server could not be reached, disconnected, is starting or is shutting down, so a retry may succeed. Only
 * valid for errors of this package's functions.
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

/** True if a statement waited too long for a lock that another transaction holds. */
export function isLockTimeout(error: unknown): boolean {
  return sqlState(error) === '55P03';
}

/** The name of the constraint that a statement violated, or null. */
export function brokenConstraint(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('constraint' in current && typeof current.constraint === 'string') return current.constraint;
  }
  return null;
}
