import { z } from 'zod';

/** `integration_jobs.plan`: facts about a job that its journal does not have. */
export const jobPlan = z.object({
  /** Fields of mappings that the CRM does not have. */
  missing: z.array(z.object({ recordType: z.enum(['company', 'contact']), displayName: z.string() })).default([]),
  apiCalls: z.number().nullable().default(null),
  dailyAllowance: z.number().nullable().default(null),
  dailyRemaining: z.number().nullable().default(null),
  estimatedSeconds: z.number().nullable().default(null),
});
export type JobPlan = z.input<typeof jobPlan>;
