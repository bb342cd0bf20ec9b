import { type Sql, sql, text } from '@quarry/clickhouse';
import type { IdRange } from '../id-ranges.ts';
import { insertSelect } from './insert-select.ts';
import { profiles, type Run, type Target } from './profile.ts';

/** Marks the companies for which a dynamic block was collected; tells "none" from "unknown". */
export function insertCollections(run: Run, target: Target, range: IdRange, blockName: string, isCollected: Sql): Sql {
  return insertSelect(
    'collections',
    {
      block: text(blockName),
      company_id: sql`company_id`,
      collected_at: sql`toDateTime64(${run.today}, 3, 'UTC')`,
      is_synthetic: sql`true`,
    },
    sql`${profiles(run, target, range)} WHERE ${isCollected}`,
  );
}
