import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Data folders of one run, all below one temporary folder that goes with them. */
export interface DataFolders {
  readonly root: string;
  /** The path of a folder that does not exist yet. */
  path(name: string): string;
  /** Copies a folder whose server is stopped. */
  copy(from: string, name: string): string;
  /** Removes one folder, or all of them. */
  remove(path?: string): void;
}

/** Makes the folder of a run. */
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
      // Unlike Node's own copy, it keeps the owners: the database belongs to the user who runs its server.
      execFileSync('cp', ['-a', from, to]);
      return to;
    },
    remove: (one = root) => rmSync(one, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  };
}
