import { createHash } from 'node:crypto';
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { canEnter } from './account.ts';
import { makeFolderFor, type ServerFolder } from './folder.ts';

/** In bytes: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103;
/** Part of the socket's name; no TCP port is opened. */
export const SOCKET_PORT = 5432;

/** The folder of the server's socket. */
export interface SocketFolder {
  readonly path: string;
  /** Removes the folder with anything the server left in it. */
  clear(): void;
}

/** Removes the folders that a crash left behind. Everybody may write to `root`, so only those of our own users count. */
function removeLeftovers({ account }: ServerFolder, root: string, prefix: string): void {
  const owners = [process.getuid?.(), account.ids?.uid];
  for (const name of readdirSync(root)) {
    const path = join(root, name);
    if (name.startsWith(prefix) && owners.includes(lstatSync(path).uid)) rmSync(path, { recursive: true, force: true });
  }
}

/** Creates the socket's folder in the server's folder, or a temporary one if that path is too long. */
export function makeSocketFolder(folder: ServerFolder): SocketFolder {
  const beside = resolve(folder.path, 'socket');
  if (Buffer.byteLength(join(beside, `.s.PGSQL.${SOCKET_PORT}`)) <= MAX_SOCKET_PATH) {
    // A socket or lock left by a crash would keep the server from starting.
    const clear = () => rmSync(beside, { recursive: true, force: true });
    clear();
    makeFolderFor(folder.account, beside);
    return { path: beside, clear };
  }
  const root = canEnter(folder.account, tmpdir()) ? tmpdir() : '/tmp';
  const prefix = `quarry-pg-${createHash('sha256').update(resolve(folder.path)).digest('hex').slice(0, 12)}-`;
  removeLeftovers(folder, root, prefix);
  const path = mkdtempSync(join(root, prefix));
  makeFolderFor(folder.account, path);
  return { path, clear: () => rmSync(path, { recursive: true, force: true }) };
}
