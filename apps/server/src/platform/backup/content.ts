import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RESTORE_FOLDER } from '#server/platform/data-folder.ts';

/** A file, folder or symbolic link, by its path in the data folder. */
export interface Entry {
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/** Files that let their reader in. They are never in a backup in the clear. */
export const SECRET_FILES = ['secret.key', 'postgres/passwords.json'] as const;

/** Recreated at a start, specific to one machine, or mails with sign-in codes. */
const LEFT_OUT = new Set<string>([
  ...SECRET_FILES,
  // A crash may leave one under its temporary name.
  ...SECRET_FILES.map((path) => `${path}.new`),
  'postgres/initdb-password',
  'postgres/server.log',
  'postgres/socket',
  'outbox',
  'scratch',
  'lost+found',
  RESTORE_FOLDER,
]);
const LEFT_OUT_STARTS = ['quarry.lock', 'postgres/cluster.unfinished', 'postgres/server-'];

/** True for files that a backup leaves out. */
export const isLeftOut = (path: string): boolean =>
  LEFT_OUT.has(path) || LEFT_OUT_STARTS.some((start) => path.startsWith(start));

function kindOf(entry: Dirent): Entry['kind'] | null {
  if (entry.isDirectory()) return 'folder';
  if (entry.isSymbolicLink()) return 'link';
  return entry.isFile() ? 'file' : null;
}

/** Lists everything in a folder, each folder before its content. Sockets and devices are left out. */
export async function* listEntries(
  root: string,
  isSkipped: (path: string) => boolean,
  inner = '',
): AsyncGenerator<Entry> {
  const entries = await readdir(join(root, inner), { withFileTypes: true });
  for (const entry of entries) {
    const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
    const kind = kindOf(entry);
    if (kind === null || isSkipped(path)) continue;
    yield { path, kind };
    if (kind === 'folder') yield* listEntries(root, isSkipped, path);
  }
}
