import { DURABLE, defineTable, sql, type TableDefinition } from '@quarry/clickhouse';
import { datasetDatabase } from '#server/features/datasets/table.ts';

const ARRAYS = 'ZSTD(1)';

/**
 * The changes of the client's scores: one row for each company and recalculation, of which PostgreSQL has the field, the
 * rules and whether readers see it. The lists have an entry for each rule that moved the score: its place among the
 * recalculation's rules, from 1, whether the company met it (`was_met` is 2 where that is unknown) and the company's
 * values as JSON, empty where they are not recorded.
 */
export function scoreHistoryTable(clientName: string): TableDefinition {
  return defineTable({
    database: datasetDatabase(clientName),
    name: 'score_history',
    columns: [
      { name: 'recalculation', type: 'UInt64' },
      { name: 'company_id', type: 'UInt64' },
      { name: 'changed_at', type: "DateTime('UTC')" },
      { name: 'before', type: 'Int32' },
      { name: 'after', type: 'Int32' },
      { name: 'places', type: 'Array(UInt16)', codec: ARRAYS },
      { name: 'was_met', type: 'Array(UInt8)', codec: ARRAYS },
      { name: 'is_met', type: 'Array(UInt8)', codec: ARRAYS },
      { name: 'values_before', type: 'Array(String)', codec: ARRAYS },
      { name: 'values_after', type: 'Array(String)', codec: ARRAYS },
    ],
    engine: { kind: 'MergeTree' },
    // So that old changes can be deleted without rewriting newer ones.
    partitionBy: sql`toYYYYMM(changed_at)`,
    orderBy: ['company_id', 'recalculation'],
    settings: { ...DURABLE, old_parts_lifetime: 60 },
    shardBy: sql`company_id`,
  });
}
