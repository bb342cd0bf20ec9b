import type { RuleProblem } from '@quarry/filters';
import { z } from 'zod';
import { ApiError } from './api-error.ts';

const context = z.object({ problems: z.array(z.object({ ruleId: z.string(), reason: z.string() })) });

const NONE: readonly RuleProblem[] = [];

/** The broken rules in an error's context; empty for other errors. */
export function ruleProblemsOf(error: unknown): readonly RuleProblem[] {
  const parsed = error instanceof ApiError ? context.safeParse(error.context) : null;
  return parsed?.success ? parsed.data.problems : NONE;
}
