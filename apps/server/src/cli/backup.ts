import { parseArgs } from 'node:util';
import { backup } from '#server/platform/backup/backup.ts';
import { BackupError } from '#server/platform/backup/backup-error.ts';
import { createLog } from '#server/platform/open-platform.ts';
import { progressBar } from './progress-bar.ts';
import { CommandError, runCommand } from './run-command.ts';

const USAGE = 'Usage: npm run backup -- [<file.tar>] [--without-secrets]';

function readArguments(args: readonly string[]): { target: string; isWithoutSecrets: boolean } {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'without-secrets': { type: 'boolean', default: false } },
    });
    const [target = `quarry-backup-${stamp}.tar`, ...rest] = positionals;
    if (rest.length > 0) throw new CommandError(USAGE);
    return { target, isWithoutSecrets: values['without-secrets'] };
  } catch {
    throw new CommandError(USAGE);
  }
}

runCommand(async (config, args) => {
  const { target, isWithoutSecrets } = readArguments(args);
  if (config.backupPassphrase === null && !isWithoutSecrets) {
    throw new BackupError(
      'The passwords of the database and the generated secret key go into a backup only encrypted. Set QUARRY_BACKUP_PASSPHRASE, a text of 12 characters or more that you keep elsewhere, or add --without-secrets to leave them out.',
    );
  }
  const bar = progressBar();
  const { path, bytes } = await backup(config, target, {
    passphrase: isWithoutSecrets ? null : config.backupPassphrase,
    log: createLog('warn'),
    onProgress: (fraction, text) => bar.show(fraction, text),
  }).finally(() => bar.end());
  process.stdout.write(`Backup written: ${path} (${(bytes / 1024 / 1024).toFixed(1)} MiB)\n`);
});
