import { z } from 'zod';
import { ApiError } from '../../lib/api.ts';

const context = z.object({ problems: z.array(z.object({ ruleId: z.string(), reason: z.string() })) });

/** The broken rules that an error names; null for errors about something else. */
export function ruleProblemsOf(error: unknown): z.infer<typeof context>['problems'] | null {
  if (!(error instanceof ApiError)) return null;
  const parsed = context.safeParse(error.context);
  return parsed.success && parsed.data.problems.length > 0 ? parsed.data.problems : null;
}

/** Whether an error of the API has the code. */
export function hasCode(error: unknown, errorCode: string): boolean {
  return error instanceof ApiError && error.errorCode === errorCode;
}
