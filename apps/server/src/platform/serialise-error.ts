/** Behind this mark the query builder lists the values of a failed statement, secrets and personal data among them. */
const VALUES = /\nparams: [\s\S]*?(?=\n {4}at |$)/;
const MOST_CAUSES = 4;

/**
 * What the log keeps of an error: its kind, message, stack, code and causes. Everything else that libraries hang on
 * their errors (values of statements, whole connections) stays out.
 */
export function serialiseError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message: error.message.replace(VALUES, ''),
    ...(error.stack === undefined ? {} : { stack: error.stack.replace(VALUES, '') }),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error && depth < MOST_CAUSES ? { cause: serialiseError(error.cause, depth + 1) } : {}),
  };
}
