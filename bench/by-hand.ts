import { availableParallelism } from 'node:os';
import { ident, join, type Sql, sql, uint, uints } from '@quarry/clickhouse';
import { z } from 'zod';
import { type BenchSearch, isBestFirst, TUNED_BEST } from './explorer-searches.ts';
import type { Bench } from './open-bench.ts';
import { PAGE_COLUMNS, type PlainTables } from './plain-tables.ts';

const PAGE_SIZE = 25;
/** All cores, as the engine itself would choose. Every search is new, so the engine must not remember its condition. */
const AS_NEW = { settings: { max_threads: availableParallelism(), use_query_condition_cache: 0 } } as const;

const anyRow = z.unknown();
const idRow = z.object({ id: z.string() });

const page = (statement: Sql, { where, offset = 0 }: { where: Sql; offset?: number | undefined }, orderBy: Sql): Sql =>
  sql`${statement} WHERE ${where} ORDER BY ${orderBy} LIMIT ${uint(PAGE_SIZE)} OFFSET ${uint(offset)}`;

/** The plain statement: page and total from one scan, only the columns of the page. Returns the total. */
export async function searchPlain(
  { platform: { warehouse } }: Bench,
  { plain }: PlainTables,
  search: BenchSearch,
): Promise<number> {
  const columns = join(['company_id', ...PAGE_COLUMNS].map((name) => ident(name)));
  const statement = page(sql`SELECT ${columns} FROM ${plain}`, search, search.orderBy);
  return (await warehouse.rowsWithTotal(statement, anyRow, AS_NEW)).rowsBeforeLimit;
}

/** The statements over the tuned tables: ids and total from one scan, then the page's rows by key. */
export async function searchTuned(
  { platform: { warehouse } }: Bench,
  { tuned, tunedRows }: PlainTables,
  search: BenchSearch,
): Promise<number> {
  const where = search.tuned?.where ?? search.where;
  const orderBy = search.tuned?.orderBy ?? (isBestFirst(search) ? TUNED_BEST : search.orderBy);
  const statement = page(
    sql`SELECT toString(company_id) AS id FROM ${tuned}`,
    { where, offset: search.offset },
    orderBy,
  );
  const { rows, rowsBeforeLimit } = await warehouse.rowsWithTotal(statement, idRow, AS_NEW);
  if (rows.length > 0) {
    await warehouse.rows(
      sql`SELECT company_id, row FROM ${tunedRows} WHERE company_id IN ${uints(rows.map(({ id }) => id))}`,
      anyRow,
    );
  }
  return rowsBeforeLimit;
}
