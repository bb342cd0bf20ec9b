import { createTable, defineTable, type Migration, sql } from '@quarry/clickhouse';

// Released, so this file never changes and uses nothing that may.

/** Adds the companies that staff keep of an estimate, to compare it with a later one. */
export const addFrozenEstimates: Migration = {
  id: '0005-frozen-estimates',
  up: (warehouse) =>
    createTable(
      warehouse,
      defineTable({
        database: 'universe',
        name: 'frozen_estimates',
        columns: [
          { name: 'run', type: 'UInt64' },
          { name: 'company_id', type: 'UInt64' },
          { name: 'version', type: 'UInt64', default: sql`1` },
        ],
        engine: { kind: 'ReplacingMergeTree', version: 'version' },
        partitionBy: sql`run`,
        orderBy: ['run', 'company_id'],
        shardBy: sql`company_id`,
        settings: {
          old_parts_lifetime: 60,
          fsync_after_insert: 1,
          fsync_part_directory: 1,
          min_rows_to_fsync_after_merge: 1,
          max_suspicious_broken_parts: 1_000_000,
          max_suspicious_broken_parts_bytes: 1_000_000_000_000_000,
        },
      }),
    ),
};
