import { sql, type Warehouse } from '@quarry/clickhouse';
import { z } from 'zod';
import { readTable } from './universe-table.ts';

const row = z.object({ is_empty: z.coerce.boolean() });

/** An interrupted generator run leaves the universe empty in this sense: running it again completes it. */
export async function isUniverseEmpty(warehouse: Warehouse): Promise<boolean> {
  const [found] = await warehouse.rows(
    sql`SELECT
      (SELECT count() FROM ${readTable('companies')} WHERE NOT is_synthetic) = 0
      AND ((SELECT count() FROM ${readTable('companies')}) = 0
        OR (SELECT countIf(is_finished) = 0 AND count() > 0 FROM ${readTable('generations')})) AS is_empty`,
    row,
  );
  return found?.is_empty ?? true;
}
