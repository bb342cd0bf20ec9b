import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integrationType, recordType, updateStrategy } from './integrations.ts';
import { page } from './page.ts';

const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();
const instant = z.string().nullable();

export const SYNC_ERROR_GROUPS_PAGE_SIZE = 10;
export const SYNC_ERRORS_PAGE_SIZE = 20;

export const errorTexts = { shortDescription: z.string(), longDescription: z.string() };

export const syncErrorGroup = z.object({
  integrationId: z.string(),
  integrationType,
  recordType,
  field: z.string().nullable(),
  errorCode: z.string(),
  errorMessage: z.string(),
  errorCount: count,
  errorContext: z.object({ externalIds: z.array(z.string()) }),
  ...errorTexts,
  /** The fixes that `fixSyncErrors` can make for the whole group. */
  fixes: z.array(z.enum(['DROP_MAPPING', 'CHANGE_STRATEGY', 'LENGTHEN_FIELD', 'ADD_OPTIONS', 'RETRY'])),
});
export type SyncErrorGroup = z.infer<typeof syncErrorGroup>;

/** The errors that records have now, by field and code; the most frequent first. */
export const listSyncErrorGroups = endpoint({
  method: 'GET',
  path: '/app/integration-jobs/errors/summary',
  summary: 'Current sync errors by kind',
  access: admin,
  audit: false,
  query: z.object({ integrationType: integrationType.optional(), ...page(SYNC_ERROR_GROUPS_PAGE_SIZE) }),
  output: z.object({ items: z.array(syncErrorGroup), count }),
});

export const listSyncErrors = endpoint({
  method: 'GET',
  path: '/app/integration-jobs/errors/details',
  summary: 'The records with one kind of sync error',
  access: admin,
  audit: false,
  query: z.object({
    recordType,
    /** Left out for errors without a field. */
    field: z.string().max(255).optional(),
    errorCode: z.string().min(1).max(200),
    integrationType,
    ...page(SYNC_ERRORS_PAGE_SIZE),
  }),
  output: z.object({
    items: z.array(
      z.object({
        recordId: z.string(),
        /** The name of the company or person. */
        record: z.string(),
        companyId: z.string().nullable(),
        field: z.string().nullable(),
        value: z.string().nullable(),
        externalIds: z.array(z.string()),
        lastSyncAttempt: instant,
        ...errorTexts,
      }),
    ),
    count,
  }),
});

/** Fixes all errors of a group, then syncs its records again. */
export const fixSyncErrors = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/errors/fix',
  summary: 'Fix a kind of sync error',
  access: admin,
  audit: 'integration-job.errors-fixed',
  body: z.object({
    integrationId: id,
    recordType,
    field: z.string().max(255).nullable(),
    errorCode: z.string().min(1).max(200),
    fix: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('DROP_MAPPING') }),
      z.object({ kind: z.literal('CHANGE_STRATEGY'), updateStrategy }),
      z.object({ kind: z.literal('LENGTHEN_FIELD') }),
      z.object({ kind: z.literal('ADD_OPTIONS') }),
      z.object({ kind: z.literal('RETRY') }),
    ]),
  }),
  output: z.object({ jobId: z.string(), records: count }),
});
