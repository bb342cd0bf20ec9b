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

/** The name of the constraint that a statement broke; null when none was. */
export function brokenConstraint(error: unknown): string | null {
  for (let current = error, depth = 0; current instanceof Error && depth < 5; current = current.cause, depth++) {
    if ('constraint' in current && typeof current.constraint === 'string') return current.constraint;
  }
  return null;
}
