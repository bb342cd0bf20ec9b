import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const JOB_STATUSES = ['WAITING', 'PROCESSING', 'COMPLETE', 'ERROR', 'CANCELLED'] as const;

/** A job as the jobs indicator shows it. `progress` is 0 to 1. */
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
export type Job = z.infer<typeof job>;

/** A job of an account. */
export const accountJob = job.extend({
  /** The caller asked for it. */
  isOwn: z.boolean(),
  /** The caller may cancel it. */
  canCancel: z.boolean(),
  /** The export that the job writes, if the caller may open it. */
  exportId: z.string().nullable(),
  /** The name of what the job is about, such as that of an export; null if it has none. */
  subject: z.string().nullable(),
});
export type AccountJob = z.infer<typeof accountJob>;

/** The account's running jobs and those that ended in the last hour. */
export const listJobs = endpoint({
  method: 'GET',
  path: '/app/jobs',
  summary: 'The jobs of the account',
  access: { kind: 'client' },
  audit: false,
  output: z.object({ jobs: z.array(accountJob) }),
});

/** Cancels a waiting job at once and asks a running one to stop. People may cancel their own; administrators any. */
export const cancelJob = endpoint({
  method: 'POST',
  path: '/app/jobs/:jobId/cancel',
  summary: 'Cancel a job',
  access: { kind: 'client' },
  audit: 'job.cancelled',
  params: z.object({ jobId: z.string().min(1).max(64) }),
  output: z.object({ jobId: z.string() }),
});
