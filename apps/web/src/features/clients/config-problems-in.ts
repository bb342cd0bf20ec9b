import { type ConfigProblem, configProblem } from '@quarry/contracts';
import { z } from 'zod';
import { ApiError } from '../../lib/api.ts';

const problemsContext = z.object({ problems: z.array(configProblem) });

/** The problems of a config that an answer names; its message alone if it names none. */
export function configProblemsIn(error: unknown): ConfigProblem[] {
  if (!(error instanceof ApiError)) return [];
  const known = problemsContext.safeParse(error.context);
  if (known.success) return known.data.problems;
  return [{ instancePath: '', schemaPath: error.errorCode, message: error.message, params: {} }];
}
