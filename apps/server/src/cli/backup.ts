import { backup } from '#server/platform/backup/backup.ts';
import { createLog } from '#server/platform/open-platform.ts';
import { runCommand } from './run-command.ts';

runCommand(async (config, args) => {
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-');
  const { path, bytes } = await backup(config, args[0] ?? `quarry-backup-${stamp}.tar`, createLog('warn'));
  process.stdout.write(`Backup written: ${path} (${(bytes / 1024 / 1024).toFixed(1)} MiB)\n`);
});
