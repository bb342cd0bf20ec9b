import { type Sql, sql, text } from '@quarry/clickhouse';
import { insertSelect } from './insert-select.ts';
import { type IdRange, profiles, type Run, type Target } from './profile.ts';

/** Inserts for which companies a detail block was collected, so that "none" and "unknown" differ. */
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
