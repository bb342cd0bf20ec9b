import { migrations } from '#server/migrations.ts';
import { openPlatform } from '#server/platform/open-platform.ts';
import { CommandError, runCommand } from './run-command.ts';

const USAGE = `Usage:
  npm run stores -- accept
Records the data engine and file store of this configuration as the ones that belong to its database.
No process of the installation may be running.`;

runCommand(async (config, args) => {
  if (args.length !== 1 || args[0] !== 'accept') throw new CommandError(USAGE);
  const { close } = await openPlatform(
    { ...config, role: 'api', logLevel: 'warn' },
    { migrations, jobs: [], acceptsStores: true },
  );
  await close();
  process.stdout.write('The stores of this configuration now belong to its database.\n');
});
