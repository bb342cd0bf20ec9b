import { type Migration, modifySettings } from '@quarry/clickhouse';

// Released, so this file never changes and uses nothing that may.

const TABLES =
  'companies funding web_traffic technographics social ads reviews_summary jobs team_members software_reviews software_features pages identities domain_overrides merged_companies collections generations';

const SETTINGS = {
  fsync_after_insert: 1,
  fsync_part_directory: 1,
  min_rows_to_fsync_after_merge: 1,
  max_suspicious_broken_parts: 1_000_000,
  max_suspicious_broken_parts_bytes: 1_000_000_000_000_000,
};

/** Parts of the universe are on disk before a statement answers, and broken ones don't keep the engine from opening. */
export const writeDurably: Migration = {
  id: '0003-durable-parts',
  up: async (warehouse) => {
    for (const name of TABLES.split(' ')) await modifySettings(warehouse, { database: 'universe', name }, SETTINGS);
  },
};
