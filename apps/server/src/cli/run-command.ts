import { BackupError } from '#server/platform/backup/backup-error.ts';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import { closeNewFiles, DataFolderInUseError } from '#server/platform/data-folder.ts';
import { findAppError } from '#server/platform/errors.ts';
import { explainStartError } from '#server/platform/start-error.ts';

/** An error that the user can fix; shown without a stack. */
export class CommandError extends Error {}

/** Runs a command with the environment's configuration. Exits with 1 on an error; expected ones show only their message. */
export function runCommand(command: (config: Config, args: readonly string[]) => Promise<void>): void {
  closeNewFiles();
  const expected = [CommandError, BackupError, ConfigError, DataFolderInUseError];
  Promise.resolve()
    .then(() => command(readConfig(process.env), process.argv.slice(2)))
    .catch((error: unknown) => {
      const appError = findAppError(error);
      const isExpected = expected.some((type) => error instanceof type) || (appError !== null && appError.status < 500);
      const text =
        isExpected && error instanceof Error
          ? error.message
          : explainStartError(error, readConfig(process.env)).message;
      process.stderr.write(`${text}\n`);
      process.exitCode = 1;
    });
}
