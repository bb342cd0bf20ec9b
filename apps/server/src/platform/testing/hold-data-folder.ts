import { openDataFolder } from '../data-folder.ts';

/** Opens the given folder, prints the outcome, and waits to be killed. */
const [path] = process.argv.slice(2);
if (path === undefined) throw new Error('Name a folder');
try {
  openDataFolder(path);
  process.stdout.write('taken\n');
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
setInterval(() => undefined, 1_000);
