import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { job } from './jobs.ts';

/** A condition that keeps the installation from answering in full, such as lost rows. */
const systemProblem = z.object({ id: z.string(), message: z.string(), since: z.iso.datetime() });
export type SystemProblem = z.infer<typeof systemProblem>;

/** What is wrong with the installation at the moment, longest first. */
export const listSystemProblems = endpoint({
  method: 'GET',
  path: '/admin/system/problems',
  summary: 'The problems of the installation',
  access: { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' },
  audit: false,
  output: z.object({ problems: z.array(systemProblem) }),
});

/** The installation's own jobs, such as imports, that run or ended in the last hour; newest first. */
export const listSystemJobs = endpoint({
  method: 'GET',
  path: '/admin/system/jobs',
  summary: 'The jobs of the installation',
  access: { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' },
  audit: false,
  output: z.object({ jobs: z.array(job) }),
});

const view = { kind: 'staff', permission: 'VIEW_ANY_ACCOUNT' } as const;
const edit = { kind: 'staff', permission: 'EDIT_ACCOUNTS' } as const;
const count = z.number().int().nonnegative();
const oneJob = z.object({ jobId: z.string().min(1).max(64) });

export const ANY_JOBS_PAGE_SIZE = 20;
export const JOB_STATES = ['running', 'waiting', 'failed', 'ended'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A job of any account or of the installation. */
export const anyJob = job.extend({
  /** Null for jobs of the installation. */
  clientName: z.string().nullable(),
  requestedBy: z.string().nullable(),
  attempt: count,
  canCancel: z.boolean(),
  /** It failed, and can safely be tried again. */
  canRetry: z.boolean(),
});
export type AnyJob = z.infer<typeof anyJob>;

/** The jobs of all accounts and of the installation in a state, newest first. */
export const listAnyJobs = endpoint({
  method: 'GET',
  path: '/admin/system/all-jobs',
  summary: 'The jobs of all accounts',
  access: view,
  audit: false,
  query: z.object({
    state: z.enum(JOB_STATES).default('running'),
    limit: z.coerce.number().int().min(1).max(100).default(ANY_JOBS_PAGE_SIZE),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({
    items: z.array(anyJob),
    count,
    /** Failed ones of the last seven days. */
    counts: z.object({ running: count, waiting: count, failed: count }),
  }),
});

/** Cancels a waiting job at once and asks a running one to stop. CONFLICT if it has ended or cannot be cancelled. */
export const cancelAnyJob = endpoint({
  method: 'POST',
  path: '/admin/system/all-jobs/:jobId/cancel',
  summary: 'Cancel a job of any account',
  access: edit,
  audit: 'job.cancelled',
  params: oneJob,
  output: z.object({ jobId: z.string() }),
});

/** Starts a failed job again as a new one. CONFLICT if it did not fail or cannot be tried again. */
export const retryAnyJob = endpoint({
  method: 'POST',
  path: '/admin/system/all-jobs/:jobId/retry',
  summary: 'Try a failed job again',
  access: edit,
  audit: 'job.retried',
  params: oneJob,
  output: z.object({ jobId: z.string() }),
});

export const systemOverview = z.object({
  version: z.string(),
  nodeVersion: z.string(),
  startedAt: z.iso.datetime(),
  role: z.enum(['all', 'api', 'worker']),
  isReady: z.boolean(),
  stores: z.array(
    z.object({
      name: z.string(),
      isReachable: z.boolean(),
      version: z.string().nullable(),
      /** On its disks. */
      bytes: count.nullable(),
    }),
  ),
  /** Of the disk with the data folder. */
  disk: z.object({ freeBytes: count, reserveBytes: count }),
  /** Of the answering process at the moment. */
  process: z.object({
    memoryBytes: count,
    /** Processor time since the start, in seconds. */
    cpuSeconds: z.number(),
    cores: count,
    sampledAt: z.iso.datetime(),
  }),
  /** Opens the mails that were not sent, in development on this machine; null elsewhere. */
  outboxPath: z.string().nullable(),
});
export type SystemOverview = z.infer<typeof systemOverview>;

export const getSystemOverview = endpoint({
  method: 'GET',
  path: '/admin/system/overview',
  summary: 'Versions, stores and load of the installation',
  access: view,
  audit: false,
  output: z.object({ overview: systemOverview }),
});
