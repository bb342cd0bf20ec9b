import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integrationJob, syncScope } from './integration-jobs.ts';
import { recordType } from './integrations.ts';

const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();

/** Days for which the values that a sync overwrote are kept. */
export const UNDO_DAYS = 30;
/** The records of a dry run that are shown field by field. */
export const DRY_RUN_SAMPLE = 100;

const fieldChange = z.object({
  externalName: z.string(),
  displayName: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});

/** What a dry run or the preview of an undo found; null figures are not known yet. */
export const syncPlan = z.object({
  job: integrationJob,
  companies: z.object({ create: count, update: count, skip: count, ambiguous: count, fail: count }),
  contacts: z.object({ create: count, update: count, skip: count, ambiguous: count, fail: count }),
  apiCalls: count.nullable(),
  /** Of the CRM's account per day, and what is left of it. */
  dailyAllowance: count.nullable(),
  dailyRemaining: count.nullable(),
  estimatedSeconds: count.nullable(),
  /** At most DRY_RUN_SAMPLE records. */
  sample: z.array(
    z.object({
      recordType,
      recordId: z.string(),
      record: z.string(),
      action: z.enum(['create', 'update', 'skip', 'ambiguous', 'fail', 'restore', 'archive', 'keep']),
      externalId: z.string().nullable(),
      /** Why it is skipped, kept or fails. */
      reason: z.string().nullable(),
      changes: z.array(fieldChange),
    }),
  ),
});
export type SyncPlan = z.infer<typeof syncPlan>;

/** Finds out what a sync would do. Writes nothing to the CRM. */
export const startDryRun = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/dry-run',
  summary: 'Find out what a sync would do',
  access: admin,
  audit: 'integration-job.dry-run-started',
  body: z.object({ integrationId: id, ...syncScope.shape }),
  output: z.object({ started: z.boolean(), jobId: z.string() }),
});

/** The result of a dry run or of the preview of an undo, complete once the job is. */
export const getSyncPlan = endpoint({
  method: 'GET',
  path: '/app/integration-jobs/items/:jobId/plan',
  summary: 'What a dry run or the preview of an undo found',
  access: admin,
  audit: false,
  params: z.object({ jobId: id }),
  output: z.object({ plan: syncPlan }),
});

/**
 * Restores the values that a sync overwrote, where the CRM's value is still ours, and archives the records that it
 * created and nobody has touched since. `isPreview` only tells what it would do.
 */
export const undoSync = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/items/:jobId/undo',
  summary: 'Take back a sync',
  access: admin,
  audit: 'integration-job.undo-started',
  params: z.object({ jobId: id }),
  body: z.object({ isPreview: z.boolean(), archiveCreated: z.boolean().default(true) }),
  output: z.object({ started: z.boolean(), jobId: z.string() }),
});
