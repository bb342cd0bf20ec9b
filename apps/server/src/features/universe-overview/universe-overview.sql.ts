import { type Sql, sql, uint } from '@quarry/clickhouse';
import type { DataBlock } from '#server/features/universe/blocks/declaration.ts';
import { readTable } from '#server/features/universe/universe-table.ts';

/** `oldest` and `newest` of an expression, in milliseconds; null without values. */
function ages(of: Sql | undefined): Sql {
  if (of === undefined) return sql`NULL AS oldest, NULL AS newest`;
  const milliseconds = (value: Sql) => sql`toUnixTimestamp64Milli(toDateTime64(${value}, 3, 'UTC'))`;
  return sql`${milliseconds(sql`minOrNull(${of})`)} AS oldest, ${milliseconds(sql`maxOrNull(${of})`)} AS newest`;
}

/** All companies, and those of the most frequent sources and countries: `kind`, `value`, `companies` and ages. */
export const countCompanies = (top: number): Sql => sql`
  SELECT
    multiIf(grouping(source) = 0, 'source', grouping(country) = 0, 'country', 'all') AS kind,
    if(kind = 'source', toString(source), toString(country)) AS value,
    count() AS companies,
    ${ages(sql`refreshed_at`)}
  FROM ${readTable('companies')}
  GROUP BY GROUPING SETS ((), (source), (country))
  ORDER BY kind, companies DESC, value
  LIMIT ${uint(top)} BY kind`;

/** The rows of a block, the companies that have some, and ages. */
export function countBlock(block: DataBlock): Sql {
  if (!block.isParameterisedWithDynamicConfig) {
    return sql`SELECT count() AS rows, count() AS companies, ${ages(block.dataDate)} FROM ${readTable(block.table)}`;
  }
  // Grouped in the order of the table, which takes constant memory.
  return sql`SELECT sum(rows) AS rows, count() AS companies, ${ages(undefined)}
    FROM (
      SELECT count() AS rows
      FROM ${readTable(block.table)}
      WHERE ${block.rowFilter ?? sql`true`}
      GROUP BY company_id)`;
}

/** The companies that each block was collected for, and ages. */
export const countCollections: Sql = sql`
  SELECT toString(block) AS block, count() AS companies, ${ages(sql`collected_at`)}
  FROM ${readTable('collections')}
  GROUP BY block`;
