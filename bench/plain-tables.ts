import { ident, join, type Sql, sql, text } from '@quarry/clickhouse';
import { z } from 'zod';
import type { Bench } from './open-bench.ts';

/** The tables of handwritten SQL over the rows of one dataset version. */
export interface PlainTables {
  readonly rows: number;
  /** As a good engineer would create it without knowing the searches: ordered by id, lists with a dictionary. */
  readonly plain: Sql;
  /** Laid out for these searches: best first, lowered texts beside, and the page's values by key in `tunedRows`. */
  readonly tuned: Sql;
  readonly tunedRows: Sql;
}

/** The columns that a page of the explorer shows. */
export const PAGE_COLUMNS = [
  'name',
  'domain',
  'website',
  'industry',
  'categories',
  'employee_count',
  'founded_year',
  'country',
  'city',
  'revenue',
  'total_funding',
  'last_round_type',
  'technologies',
  'monthly_visits',
] as const;

const LOWERED = ['name', 'domain', 'description'] as const;

const columnRow = z.object({ name: z.string(), type: z.string() });
const rowsRow = z.object({ rows: z.number() });

/** Creates the tables once per dataset version. */
export async function ensurePlainTables({ platform: { warehouse }, dataset }: Bench): Promise<PlainTables> {
  const wideName = `dataset_${dataset.version}`;
  const wide = ident(dataset.database, wideName);
  const columns = await warehouse.rows(
    sql`SELECT name, type
      FROM system.columns
      WHERE database = ${text(dataset.database)} AND table = ${text(wideName)}
        AND NOT startsWith(name, '__') AND NOT endsWith(name, '__folded') AND name != 'domain'
      ORDER BY position`,
    columnRow,
  );
  const values = columns.map(({ name, type }) =>
    type === 'Array(String)'
      ? sql`CAST(${ident(name)} AS Array(LowCardinality(String))) AS ${ident(name)}`
      : ident(name),
  );
  const system = sql`__company_id AS company_id, __quality_score AS quality, __domain AS domain,
    __added_at AS added_at, __updated_at AS updated_at`;
  const shared = sql`${system}, ${join(values)}`;
  const lowered = LOWERED.map(
    (name) => sql`lowerUTF8(${ident(name === 'domain' ? '__domain' : name)}) AS ${ident(`${name}_lower`)}`,
  );
  const page = PAGE_COLUMNS.map((name) => (name === 'domain' ? sql`__domain AS domain` : ident(name)));
  await warehouse.command(sql`CREATE DATABASE IF NOT EXISTS bench`);
  const create = async (name: string, orderBy: Sql, select: Sql): Promise<Sql> => {
    const table = ident('bench', `${name}_${dataset.version}`);
    const [existing] = await warehouse.rows(
      sql`SELECT toUInt32(count()) AS rows
        FROM system.tables
        WHERE database = 'bench' AND name = ${text(`${name}_${dataset.version}`)}`,
      rowsRow,
    );
    if (existing?.rows === 0) {
      await warehouse.command(sql`CREATE TABLE ${table} ENGINE = MergeTree ORDER BY ${orderBy} AS ${select}`, {
        lane: 'jobs',
      });
      await warehouse.command(sql`OPTIMIZE TABLE ${table} FINAL`, { lane: 'jobs' });
    }
    return sql`${table}`;
  };
  const plain = await create('plain', sql`company_id`, sql`SELECT ${shared} FROM ${wide}`);
  const tuned = await create(
    'tuned',
    sql`(negate(quality), bitNot(company_id))`,
    sql`SELECT ${shared}, ${join(lowered)} FROM ${wide}`,
  );
  const tunedRows = await create(
    'tuned_rows',
    sql`company_id SETTINGS index_granularity = 64`,
    sql`SELECT __company_id AS company_id, toJSONString(tuple(${join(page)})) AS row FROM ${wide}`,
  );
  const [counted] = await warehouse.rows(sql`SELECT toUInt32(count()) AS rows FROM ${plain}`, rowsRow);
  return { rows: counted?.rows ?? 0, plain, tuned, tunedRows };
}
