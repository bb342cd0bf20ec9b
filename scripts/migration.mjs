// Writes a PostgreSQL migration for changes in packages/postgres/src/tables: `npm run migration -- <name>`.
// Further arguments go to drizzle-kit: `--custom` creates an empty file for handwritten SQL.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const [name, ...rest] = process.argv.slice(2);
if (name === undefined || name.startsWith('-')) {
  console.error('Usage: npm run migration -- <name>');
  process.exit(1);
}
const home = join(root, 'packages/postgres');
// drizzle-kit at the root looks for drizzle-orm there, but only this package has it.
const link = join(root, 'node_modules/drizzle-orm');
const isMissing = !existsSync(link);
if (isMissing) symlinkSync(join(home, 'node_modules/drizzle-orm'), link, 'junction');
try {
  const kit = join(root, 'node_modules/drizzle-kit/bin.cjs');
  const args = [kit, 'generate', '--name', name, ...rest];
  process.exitCode = spawnSync(process.execPath, args, { cwd: home, stdio: 'inherit' }).status ?? 1;
} finally {
  if (isMissing) rmSync(link);
}
