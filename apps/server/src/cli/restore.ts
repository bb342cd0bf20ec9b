import { BackupError, restore } from '#server/platform/backup/backup.ts';
import { runCommand } from './run-command.ts';

runCommand(async (config, args) => {
  const [source] = args;
  if (source === undefined) throw new BackupError('Usage: npm run restore -- <backup.tar>');
  await restore(config, source);
  process.stdout.write(`Restored into ${config.dataDir}\n`);
});
