import { type Sql, sql, text } from '@quarry/clickhouse';
import { chanceOf } from './chance.ts';
import { insertSelect } from './insert-select.ts';
import { type IdRange, profiles, type Run, type Target } from './profile.ts';

/** Which detail blocks were collected, by the draw that decides it in the block's own statement. */
const COLLECTED = {
  jobs: 'jobs collected',
  team_members: 'team collected',
  main_page_text: 'page collected',
} as const;
const SHARES = { jobs: 0.87, team_members: 0.82, main_page_text: 0.88 } as const;

/** Inserts for which companies a detail block was collected, so that "none" and "unknown" differ. */
export function insertCollections(
  run: Run,
  target: Target,
  range: IdRange,
  block: 'jobs' | 'team_members' | 'main_page_text' | 'software_reviews' | 'software_features',
): Sql {
  const chance = chanceOf(run.seed, [sql`company_id`]);
  const wasCollected =
    block === 'software_reviews' || block === 'software_features'
      ? sql`is_software`
      : chance.happens(SHARES[block], COLLECTED[block]);
  return insertSelect(
    'collections',
    {
      block: text(block),
      company_id: sql`company_id`,
      collected_at: sql`toDateTime64(${run.today}, 3, 'UTC')`,
      is_synthetic: sql`true`,
    },
    sql`${profiles(run, target, range)} WHERE ${wasCollected}`,
  );
}
