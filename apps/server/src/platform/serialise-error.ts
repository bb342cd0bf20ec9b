/** Behind this mark the query builder lists the values of a failed statement, secrets and personal data among them. */
const VALUES = '\nparams: ';
const MOST_CAUSES = 4;

/**
 * What the log keeps of an error: its kind, message, stack, code and causes. Everything else that libraries hang on
 * their errors (values of statements, whole connections) stays out.
 */
export function serialiseError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const [message = ''] = error.message.split(VALUES, 1);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message,
    // The stack begins with the message.
    stack: error.stack?.replace(error.message, () => message),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error && depth < MOST_CAUSES ? { cause: serialiseError(error.cause, depth + 1) } : {}),
  };
}
