/** The query builder puts a failed statement's values, possibly secrets, after this marker. */
const VALUES = '\nparams: ';
const MAX_CAUSES = 4;

/**
 * An error for the log: type, message, stack, code and causes. Leaves out everything else that libraries attach to
 * their errors, such as statement values and whole connections.
 */
export function serialiseError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const [message = ''] = error.message.split(VALUES, 1);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return {
    type: error.name,
    message,
    // The stack starts with the message.
    stack: error.stack?.replace(error.message, () => message),
    ...(code === undefined ? {} : { code }),
    ...(error.cause instanceof Error && depth < MAX_CAUSES ? { cause: serialiseError(error.cause, depth + 1) } : {}),
  };
}
