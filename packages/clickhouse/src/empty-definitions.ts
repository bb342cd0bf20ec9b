import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Removes definitions of tables that a full disk left empty, because the engine opens nothing while there is one. Returns
 * the names of the tables.
 */
export function removeEmptyDefinitions(path: string): string[] {
  const metadata = join(path, 'metadata');
  const removed: string[] = [];
  for (const database of namesIn(metadata).filter((name) => !name.endsWith('.sql'))) {
    for (const name of namesIn(join(metadata, database)).filter((entry) => entry.endsWith('.sql'))) {
      const file = join(metadata, database, name);
      if (statSync(file).size > 0) continue;
      rmSync(file);
      removed.push(`${decodeURIComponent(database)}.${decodeURIComponent(name.slice(0, -'.sql'.length))}`);
    }
  }
  return removed;
}

function namesIn(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder) : [];
}
