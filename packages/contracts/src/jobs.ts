import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** States of a job. */
export const JOB_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED'] as const;

/** A piece of long work, as the running-jobs indicator shows it. `progress` is 0 to 1. */
export const job = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(JOB_STATUSES),
  progress: z.number(),
  message: z.string(),
  counts: z.record(z.string(), z.number()),
  error: z.string().nullable(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
});
/** A piece of long work. */
export type Job = z.infer<typeof job>;

/** What runs for the account now, and what ended in the last hour. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/app/jobs',
  summary: 'Long work of the account',
  access: { kind: 'client' },
  audit: false,
  output: z.object({ jobs: z.array(job) }),
});
