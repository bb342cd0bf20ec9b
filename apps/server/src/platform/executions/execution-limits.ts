import { sql } from '@quarry/postgres';

/** After how long what is done about an execution, in milliseconds. */
export interface ExecutionLimits {
  /** How often the process that works on executions says so and looks at their rows. */
  readonly heartbeatMs: number;
  /** A process that stays silent this long is taken for dead. */
  readonly deadAfterMs: number;
  /** Nobody waits any more for what was not asked about for this long. */
  readonly unpolledMs: number;
  /** Being asked about is noted at most this often. */
  readonly notePollMs: number;
  /** Rows are forgotten at this age. */
  readonly keepMs: number;
}

/** The limits of the product. */
export const EXECUTION_LIMITS: ExecutionLimits = {
  heartbeatMs: 2_000,
  deadAfterMs: 15_000,
  unpolledMs: 120_000,
  notePollMs: 5_000,
  keepMs: 3_600_000,
};

/** So many milliseconds ago by the database's clock, the only one that all processes share. */
export function ago(milliseconds: number) {
  return sql`now() - make_interval(secs => ${milliseconds / 1_000})`;
}
