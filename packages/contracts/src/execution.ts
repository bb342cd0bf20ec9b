import { z } from 'zod';

/** States of a question that takes seconds; all but RUNNING are final. */
export const EXECUTION_STATUSES = ['RUNNING', 'SUCCEEDED', 'FAILED', 'TIMED_OUT', 'ABORTED'] as const;
/** The state of a question that takes seconds. */
export type ExecutionStatus = (typeof EXECUTION_STATUSES)[number];

/** What polling such a question answers: the output once it SUCCEEDED, what went wrong once it FAILED. */
export function executionAnswer<O extends z.ZodType>(output: O) {
  return z.object({
    status: z.enum(EXECUTION_STATUSES),
    /** 0 to 1, while it is known. */
    progress: z.number().min(0).max(1).nullable(),
    output: output.nullable(),
    error: z.string().nullable(),
  });
}
