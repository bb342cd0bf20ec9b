import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Engine } from './embedded-engine.ts';
import { acquire, execute, guardStatement, release } from './embedded-engine.ts';
import type { EngineSession } from './embedded-session.ts';
import { settingsPrelude } from './embedded-session.ts';
import { WarehouseError } from './errors.ts';
import { jsonLines } from './json-lines.ts';
import { renderInline } from './render.ts';
import { ident, join, sql, text } from './sql.ts';
import { structureOf } from './structure.ts';
import type { BinaryColumn, StatementOptions, Warehouse } from './warehouse.ts';

/** Inserts rows in chunks of bounded size on one connection. If a chunk fails, earlier ones stay. */
export async function insertRows(
  engine: Engine,
  table: Parameters<Warehouse['insert']>[0],
  rows: Parameters<Warehouse['insert']>[1],
  options: StatementOptions & { columns?: readonly string[] },
): Promise<void> {
  if (rows.length === 0) return;
  const columns = options.columns === undefined ? sql`` : sql` (${join(options.columns.map((name) => ident(name)))})`;
  const head = renderInline(sql`INSERT INTO ${ident(table.database, table.table)}${columns} FORMAT JSONEachRow`);
  await onOneConnection(engine, options, async (session, send) => {
    for (const body of jsonLines(rows, options.columns)) {
      if (options.signal?.aborted) throw new WarehouseError('aborted');
      await send(session.queryAsync(`${head}\n${body}`, { format: 'Null' }));
    }
  });
}

/** Inserts rows through a file: the binding takes text only, which costs the engine several times as much. */
export async function insertBinary(
  engine: Engine,
  { database, table }: Parameters<Warehouse['insertBinary']>[0],
  columns: readonly BinaryColumn[],
  rows: Uint8Array,
  options: StatementOptions,
): Promise<void> {
  const path = resolve(engine.insertsPath, randomUUID());
  const { names, structure } = structureOf(columns);
  const source = sql`SELECT ${names} FROM file(${text(path)}, 'RowBinary', ${structure})`;
  try {
    await keep(path, rows);
    await execute(
      engine,
      renderInline(sql`INSERT INTO ${ident(database, table)} (${names}) ${source}`),
      'Null',
      options,
    );
  } finally {
    await rm(path, { force: true });
  }
}

async function keep(path: string, rows: Uint8Array): Promise<void> {
  try {
    await writeFile(path, rows, { mode: 0o600 });
  } catch (error) {
    // A full disk, most likely.
    throw new WarehouseError('unavailable', undefined, error);
  }
}

/** Holds a connection while `work` sends to it, one after the other. */
async function onOneConnection(
  engine: Engine,
  options: StatementOptions,
  work: (session: EngineSession['session'], send: (native: Promise<unknown>) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const held = await acquire(engine, options);
  const { session } = held.target;
  let last: Promise<unknown> = Promise.resolve();
  const send = (native: Promise<unknown>): Promise<unknown> => {
    last = native;
    return guardStatement(engine, held, native, options.signal);
  };
  let succeeded = false;
  try {
    // Sent separately: after a SET in the same text, the engine could read lines of data as statements.
    const prelude = settingsPrelude(held.target, held.settings);
    if (prelude !== '') await send(session.queryAsync(prelude, { format: 'Null' }));
    await work(session, send);
    succeeded = true;
  } finally {
    // After an abort the engine may still be writing.
    const done = (): void => release(engine, held, options, succeeded);
    last.then(done, done);
  }
}
