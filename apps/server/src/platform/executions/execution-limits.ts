import { sql } from '@quarry/postgres';

/** Execution timeouts and intervals. */
export interface ExecutionLimits {
  /** How often a process renews the heartbeat of its executions and checks for aborts. */
  readonly heartbeatMs: number;
  /** A process without a heartbeat for this long counts as dead. */
  readonly deadAfterMs: number;
  /** An execution not polled for this long is aborted. */
  readonly pollTimeoutMs: number;
  /** Polls are written to the row at most this often. */
  readonly pollWriteMs: number;
  /** Rows are deleted at this age. */
  readonly retentionMs: number;
}

/** The limits in production. */
export const EXECUTION_LIMITS: ExecutionLimits = {
  heartbeatMs: 2_000,
  deadAfterMs: 15_000,
  pollTimeoutMs: 120_000,
  pollWriteMs: 5_000,
  retentionMs: 3_600_000,
};

/** A time in the past by the database's clock, which all processes share. */
export function ago(milliseconds: number) {
  return sql`now() - make_interval(secs => ${milliseconds / 1_000})`;
}
