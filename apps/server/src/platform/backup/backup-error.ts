/** A backup or restore that cannot be done; the message says why and what to do. */
export class BackupError extends Error {}

/** Turns an error of the operating system, such as a full disk, into a sentence. Others stay as they are. */
export function asBackupError(error: unknown, what: string): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error;
  return isSystemError ? new BackupError(`${what}: ${error.message}.`, { cause: error }) : error;
}
