import type { Lane, StatementOptions } from './warehouse.ts';

/** The engine settings that statements may set; a closed list, so none is changed by accident. */
const ALLOWED_SETTINGS = new Set([
  'allow_drop_detached',
  'alter_sync',
  'check_query_single_value_result',
  'distributed_foreground_insert',
  'distributed_product_mode',
  'enable_full_text_index',
  'exact_rows_before_limit',
  'insert_allow_materialized_columns',
  'insert_quorum',
  'join_algorithm',
  'lightweight_deletes_sync',
  'max_block_size',
  'max_bytes_before_external_group_by',
  'max_bytes_before_external_sort',
  'max_bytes_ratio_before_external_sort',
  'max_bytes_in_set',
  'max_bytes_to_read',
  'max_insert_block_size',
  'max_insert_threads',
  'max_partitions_per_insert_block',
  'max_result_bytes',
  'max_result_rows',
  'max_rows_in_set',
  'max_rows_to_read',
  'max_threads',
  'min_external_sort_block_bytes',
  'min_insert_block_size_bytes',
  'min_insert_block_size_rows',
  'mutations_sync',
  'optimize_aggregation_in_order',
  'optimize_move_to_prewhere',
  'optimize_on_insert',
  'optimize_read_in_order',
  'output_format_json_quote_64bit_integers',
  'output_format_parquet_row_group_size',
  'precise_float_parsing',
  'preferred_block_size_bytes',
  'query_plan_execute_functions_after_sorting',
  'query_plan_max_limit_for_lazy_materialization',
  'query_plan_optimize_lazy_materialization',
  'read_overflow_mode',
  'result_overflow_mode',
  'use_query_condition_cache',
  'use_skip_indexes',
  'use_skip_indexes_on_data_read',
]);

/**
 * For statements that read few rows among many. Of rows that lie far apart the engine would make one block per few of
 * them, and it calls each function, and compiles each pattern, for every block. In bytes too, which bounds the memory of
 * long texts.
 */
export const IN_LARGE_BLOCKS = { max_block_size: 1_000_000, preferred_block_size_bytes: 100_000_000 } as const;

export interface LaneLimits {
  timeoutMs: number;
  maxMemoryBytes: number;
  /** Engine threads per statement; the embedded driver divides them among the statements that run. */
  maxThreads: number;
}

export type EngineSettings = Record<string, string | number>;

/** Settings of every statement, in both drivers. */
export const BASE_SETTINGS: Readonly<EngineSettings> = {
  session_timezone: 'UTC',
  date_time_input_format: 'best_effort',
  // Reject rows with unknown columns instead of dropping the values.
  input_format_skip_unknown_fields: 0,
  output_format_json_quote_64bit_integers: 1,
  // A statement only answers once it is done on all replicas and shards, including its mutation.
  alter_sync: 2,
  mutations_sync: 2,
  lightweight_deletes_sync: 2,
  distributed_foreground_insert: 1,
  // No table has any; looking for them takes a millisecond of every statement.
  optimize_use_projections: 0,
  // Compiling to machine code costs a build some seconds, and searches over 10 million companies gain nothing from it.
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
  // Statements can contain long lists of values.
  max_query_size: 256 * 1024 * 1024,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 2_000_000,
};

export function timeoutOf(limits: LaneLimits, options: StatementOptions): number {
  return options.timeoutMs ?? limits.timeoutMs;
}

/**
 * The engine settings of one statement: base, lane limits, spilling to disk, then the caller's own.
 * @throws TypeError for a setting outside the closed list.
 */
export function statementSettings(lane: Lane, limits: LaneLimits, options: StatementOptions): EngineSettings {
  const memory = options.maxMemoryBytes ?? limits.maxMemoryBytes;
  const settings: EngineSettings = {
    ...BASE_SETTINGS,
    max_threads: limits.maxThreads,
    max_memory_usage: memory,
    max_execution_time: timeoutOf(limits, options) / 1000,
  };
  if (lane !== 'people') {
    // Jobs and analyses spill to disk before they hit their limit; `people` statements fail instead. Grouping spills
    // early because a hash table doubles when it grows.
    settings.max_bytes_before_external_group_by = Math.floor(memory / 4);
    settings.max_bytes_before_external_sort = Math.floor(memory / 4);
    // Otherwise the engine would wait until this share of its total memory is used.
    settings.max_bytes_ratio_before_external_sort = 0;
  }
  for (const [name, value] of Object.entries(options.settings ?? {})) {
    if (!ALLOWED_SETTINGS.has(name)) throw new TypeError(`Setting ${JSON.stringify(name)} is not allowed`);
    settings[name] = value;
  }
  return settings;
}

/**
 * Makes the row count before LIMIT exact. Reading several parts of a table in order would stop counting at the limit,
 * so it is switched off.
 */
export function withExactTotal(options: StatementOptions): StatementOptions {
  return { ...options, settings: { exact_rows_before_limit: 1, optimize_read_in_order: 0, ...options.settings } };
}
