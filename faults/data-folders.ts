import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The data folders of one run, below one temporary folder. */
export interface DataFolders {
  readonly root: string;
  path(name: string): string;
  /** Copies the folder of a stopped server. */
  copy(from: string, name: string): string;
  /** Removes one folder, or all of them. */
  remove(path?: string): void;
}

export function makeDataFolders(): DataFolders {
  const root = mkdtempSync(join(tmpdir(), 'quarry-faults-'));
  // The database server may run as another user.
  chmodSync(root, 0o755);
  const path = (name: string) => join(root, name);
  return {
    root,
    path,
    copy(from, name) {
      const to = path(name);
      // Unlike Node's copy, keeps the owners: the database must belong to the user that runs its server.
      execFileSync('cp', ['-a', from, to]);
      return to;
    },
    remove: (one = root) => rmSync(one, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
