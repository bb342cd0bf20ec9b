import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { WarehouseError } from './errors.ts';

/*
 * On a full disk the engine reports a changed definition as saved though its file is empty, and at the next start it
 * opens nothing while there is one. So the definition from before is kept until the new one is seen to be there.
 */

const NAME = /(?:`((?:[^`\\]|\\.)+)`|(\w+))/.source;
const CHANGE = new RegExp(String.raw`^\s*(CREATE TABLE (?:IF NOT EXISTS )?|ALTER TABLE )${NAME}\.${NAME}\s+(\w+)?`);
/** Changes that write rows, not definitions. */
const ROW_CHANGES = new Set(['UPDATE', 'DELETE', 'ATTACH', 'DETACH', 'FREEZE', 'MOVE', 'REPLACE']);
const NOT_ENOUGH_SPACE = 243;

/** Runs changes of table definitions. */
export interface TableDefinitions {
  /**
   * Runs a statement; one that changes a definition runs after the others of its table.
   * @throws WarehouseError `unavailable` if the disk was too full for the new definition.
   */
  change(query: string, run: () => Promise<unknown>): Promise<void>;
}

interface ChangedTable {
  readonly name: string;
  readonly isNew: boolean;
  readonly file: string;
  readonly kept: string;
}

/** Watches the definitions in the engine's folder. */
export function watchDefinitions(path: string): TableDefinitions {
  const last = new Map<string, Promise<void>>();
  return {
    async change(query, run) {
      const table = changedTable(path, query);
      if (table === null) return void (await run());
      const turn = (last.get(table.name) ?? Promise.resolve()).then(() => runChange(table, run));
      const settled = turn.catch(() => undefined);
      last.set(table.name, settled);
      await turn.finally(() => {
        if (last.get(table.name) === settled) last.delete(table.name);
      });
    },
  };
}

async function runChange(table: ChangedTable, run: () => Promise<unknown>): Promise<void> {
  if (!table.isNew) keep(table);
  try {
    await run();
  } finally {
    if (!isEmpty(table.file)) forget(table);
  }
  if (isEmpty(table.file)) {
    throw new WarehouseError('unavailable', NOT_ENOUGH_SPACE, new Error(`The definition of ${table.name} is empty.`));
  }
}

/** A second name for the file, which needs no room: the engine replaces definitions by new files. */
function keep({ file, kept }: ChangedTable): void {
  if (sizeOf(file) === undefined || isEmpty(file)) return;
  try {
    mkdirSync(dirname(kept), { recursive: true });
    rmSync(kept, { force: true });
    linkSync(file, kept);
  } catch (error) {
    throw new WarehouseError('unavailable', NOT_ENOUGH_SPACE, error);
  }
}

/** The database's folder goes too: its name would outlive the database. */
function forget({ kept }: ChangedTable): void {
  rmSync(kept, { force: true });
  const folder = dirname(kept);
  if (namesIn(folder).length === 0) rmSync(folder, { recursive: true, force: true });
}

function changedTable(path: string, query: string): ChangedTable | null {
  const [, verb, quotedDatabase, plainDatabase, quotedName, plainName, change = ''] = CHANGE.exec(query) ?? [];
  const database = quotedDatabase ?? plainDatabase;
  const name = quotedName ?? plainName;
  if (verb === undefined || database === undefined || name === undefined || ROW_CHANGES.has(change)) return null;
  const file = join(fileName(database), `${fileName(name)}.sql`);
  return {
    name: `${database}.${name}`,
    isNew: verb.startsWith('CREATE '),
    file: join(path, 'metadata', file),
    kept: join(keptFolder(path), file),
  };
}

const keptFolder = (path: string): string => join(path, 'kept-definitions');

/** The engine's own coding of names: all but letters, digits and underscores as `%XX`. */
function fileName(name: string): string {
  const plain = name.replace(/\\(.)/g, '$1');
  return [...Buffer.from(plain)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /\w/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');
}

/** What became of the definitions that a full disk left empty. */
export interface MendedDefinitions {
  /** Tables that have the definition from before the change. */
  readonly restored: readonly string[];
  /** Tables that had just been created. */
  readonly removed: readonly string[];
}

/** Mends empty definitions. Call it before the engine opens the folder. */
export function mendDefinitions(path: string): MendedDefinitions {
  const restored: string[] = [];
  const removed: string[] = [];
  const metadata = join(path, 'metadata');
  for (const database of namesIn(metadata).filter((name) => !name.endsWith('.sql'))) {
    for (const entry of namesIn(join(metadata, database)).filter((name) => name.endsWith('.sql'))) {
      const file = join(metadata, database, entry);
      if (!isEmpty(file)) continue;
      const kept = join(keptFolder(path), database, entry);
      const table = `${decodeURIComponent(database)}.${decodeURIComponent(entry.slice(0, -'.sql'.length))}`;
      if (sizeOf(kept) === undefined) {
        rmSync(file);
        removed.push(table);
      } else {
        renameSync(kept, file);
        restored.push(table);
      }
    }
  }
  rmSync(keptFolder(path), { recursive: true, force: true });
  return { restored, removed };
}

const sizeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.size;
const isEmpty = (file: string): boolean => sizeOf(file) === 0;

function namesIn(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readdirSync(folder) : [];
}
