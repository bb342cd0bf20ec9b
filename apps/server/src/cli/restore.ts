import { parseArgs } from 'node:util';
import { restore } from '#server/platform/backup/restore.ts';
import { progressBar } from './progress-bar.ts';
import { CommandError, runCommand } from './run-command.ts';

const USAGE = 'Usage: npm run restore -- <backup.tar> [--without-secrets]';

function readArguments(args: readonly string[]): { source: string; isWithoutSecrets: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { 'without-secrets': { type: 'boolean', default: false } },
    });
    const [source, ...rest] = positionals;
    if (source === undefined || rest.length > 0) throw new CommandError(USAGE);
    return { source, isWithoutSecrets: values['without-secrets'] };
  } catch {
    throw new CommandError(USAGE);
  }
}

runCommand(async (config, args) => {
  const { source, isWithoutSecrets } = readArguments(args);
  const bar = progressBar();
  const { hasSecretKey, hasPasswords } = await restore(config, source, {
    passphrase: config.backupPassphrase,
    isWithoutSecrets,
    onProgress: (fraction, text) => bar.show(fraction, text),
  }).finally(() => bar.end());
  process.stdout.write(`Restored into ${config.dataDir}\n`);
  if (!hasPasswords) process.stdout.write('The database gets new passwords at the next start.\n');
  if (!hasSecretKey && config.secretKey === null) {
    process.stdout.write(
      'No secret key was restored. Set QUARRY_SECRET_KEY to the key of the installation that was backed up. Otherwise the next start makes a new key: everyone must sign in again, links in mails end, and saved credentials must be entered again.\n',
    );
  }
});
