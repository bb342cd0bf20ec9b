import { z } from 'zod';
import { defineJob, type JobContext } from '#server/platform/jobs/jobs.ts';

/**
 * Runs the account's waiting searches one after the other, in the order in which they were queued. It can be killed at
 * any moment: each batch of companies is one transaction.
 */
export const personaSearch = defineJob({
  type: 'persona-search',
  input: z.object({}),
  concurrency: 'per-client',
  maxAttempts: 10,
  timeoutMs: 6 * 3_600_000,
  run: (ctx) => runSearches(ctx),
});

async function runSearches(_ctx: JobContext): Promise<void> {}
