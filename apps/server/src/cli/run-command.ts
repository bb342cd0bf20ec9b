import { BackupError } from '#server/platform/backup/backup.ts';
import { type Config, ConfigError, readConfig } from '#server/platform/config.ts';
import { DataFolderInUseError } from '#server/platform/data-folder.ts';
import { findAppError } from '#server/platform/errors.ts';

/** Something that the person at the command line can mend; only its message is shown. */
export class CommandError extends Error {}

/** Runs a command of the command line: configuration from the environment, one sentence for what went wrong, exit code 1. */
export function runCommand(command: (config: Config, args: readonly string[]) => Promise<void>): void {
  const expected = [CommandError, BackupError, ConfigError, DataFolderInUseError];
  Promise.resolve()
    .then(() => command(readConfig(process.env), process.argv.slice(2)))
    .catch((error: unknown) => {
      const known = findAppError(error);
      const isExpected = expected.some((kind) => error instanceof kind) || (known !== null && known.status < 500);
      const text =
        error instanceof Error ? (isExpected ? error.message : (error.stack ?? error.message)) : String(error);
      process.stderr.write(`${text}\n`);
      process.exitCode = 1;
    });
}
