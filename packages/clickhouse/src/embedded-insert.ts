import type { Engine } from './embedded-engine.ts';
import { acquire, guardStatement, release } from './embedded-engine.ts';
import { settingsPrelude } from './embedded-session.ts';
import { WarehouseError } from './errors.ts';
import { jsonLines } from './json-lines.ts';
import { renderInline } from './render.ts';
import { ident, join, sql } from './sql.ts';
import type { StatementOptions, Warehouse } from './warehouse.ts';

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
  const held = await acquire(engine, options);
  let last: Promise<unknown> = Promise.resolve();
  const send = (query: string): Promise<unknown> => {
    last = held.target.session.queryAsync(query, { format: 'Null' });
    return guardStatement(engine, held, last, options.signal);
  };
  let succeeded = false;
  try {
    // Sent separately: after a SET in the same text, the engine could read lines of data as statements.
    const prelude = settingsPrelude(held.target, held.settings);
    if (prelude !== '') await send(prelude);
    for (const body of jsonLines(rows, options.columns)) {
      if (options.signal?.aborted) throw new WarehouseError('aborted');
      await send(`${head}\n${body}`);
    }
    succeeded = true;
  } finally {
    // After an abort the engine may still be writing.
    const done = (): void => release(engine, held, options, succeeded);
    last.then(done, done);
  }
}
