import { z } from 'zod';

/** All but RUNNING are final. */
export const EXECUTION_STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] as const;
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** The response to polling an execution: the output once it SUCCEEDED, the error once it FAILED. */
export function executionAnswer<O extends z.ZodType>(output: O) {
  return z.object({
    status: z.enum(EXECUTION_STATUSES),
    /** 0 to 1; null if unknown. */
    progress: z.number().min(0).max(1).nullable(),
    output: output.nullable(),
    error: z.string().nullable(),
  });
}
