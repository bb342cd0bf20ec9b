import { filterGroup } from '@quarry/filters';
import { z } from 'zod';
import { companySearch } from './companies.ts';
import { chosenCompanyIds } from './company-selections.ts';
import { endpoint } from './endpoint.ts';
import { integrationType } from './integrations.ts';
import { page } from './page.ts';
import { errorTexts } from './sync-errors.ts';

const access = { kind: 'client' } as const;
const admin = { kind: 'client', permission: 'ADMIN' } as const;
const id = z.string().min(1).max(100);
const count = z.number().int().nonnegative();
const instant = z.string().nullable();

export const INTEGRATION_JOBS_PAGE_SIZE = 10;

export const TASK_NAMES = ['Auto Sync', 'Manual Sync', 'Dry Run', 'Undo', 'Undo Preview', 'Import'] as const;
export type TaskName = (typeof TASK_NAMES)[number];

/** A paused job is IN_PROGRESS with `pausedUntil`. The last three are final. */
export const INTEGRATION_JOB_STATUSES = ['WAITING', 'IN_PROGRESS', 'COMPLETE', 'FAILED', 'CANCELLED'] as const;

export const syncProgress = z.object({
  /** 0 to 1. */
  progress: z.number(),
  numAccountsToProcess: count,
  numAccountsCreated: count,
  numAccountsUpdated: count,
  numAccountsFailed: count,
  numAccountsSkipped: count,
  numContactsToProcess: count,
  numContactsCreated: count,
  numContactsUpdated: count,
  numContactsFailed: count,
  numContactsSkipped: count,
  numOfItemsToImport: count,
  numOfRecordsImported: count,
});
export type SyncProgress = z.infer<typeof syncProgress>;

export const integrationJob = z.object({
  id: z.string(),
  integrationId: z.string(),
  integrationType,
  taskName: z.enum(TASK_NAMES),
  startedAt: instant,
  finishedAt: instant,
  createdAt: z.string(),
  requestedBy: z.string().nullable(),
  status: z.enum(INTEGRATION_JOB_STATUSES),
  /** Waits for the CRM's allowance until then. */
  pausedUntil: instant,
  /** What it does at the moment, or why it ended; for people. */
  message: z.string().nullable(),
  progress: syncProgress,
  /** The sync that an undo takes back. */
  undoes: z.string().nullable(),
  /** Something can be taken back: an ended sync within UNDO_DAYS that wrote records. */
  canUndo: z.boolean(),
});
export type IntegrationJob = z.infer<typeof integrationJob>;

export const listIntegrationJobs = endpoint({
  method: 'GET',
  path: '/app/integration-jobs',
  summary: 'The sync jobs of the account',
  access: admin,
  audit: false,
  query: z.object({ integrationType: integrationType.optional(), ...page(INTEGRATION_JOBS_PAGE_SIZE) }),
  output: z.object({ items: z.array(integrationJob), count }),
});

export const getIntegrationJob = endpoint({
  method: 'GET',
  path: '/app/integration-jobs/items/:jobId',
  summary: 'One sync job',
  access: admin,
  audit: false,
  params: z.object({ jobId: id }),
  output: z.object({ job: integrationJob }),
});

export const CANT_START_REASONS = ['INTEGRATION_JOB_ALREADY_RUNNING', 'INTEGRATION_INCORRECTLY_CONFIGURED'] as const;
export const cantStartReason = z.enum(CANT_START_REASONS);
export type CantStartReason = z.infer<typeof cantStartReason>;

export const canStart = z.object({
  canStartJob: z.boolean(),
  cantStartJobReason: cantStartReason.nullable(),
  /** The sentence behind the reason. */
  message: z.string().nullable(),
  /** The job that runs. */
  jobId: z.string().nullable(),
});

export const checkStartIntegrationJob = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/check-start',
  summary: 'Whether a sync can start',
  access: admin,
  audit: false,
  body: z.object({ integrationId: id }),
  output: canStart,
});

/**
 * The records of a sync: what the explorer shows or has selected, and of these the active companies of the segments with
 * their included contacts. No condition takes all companies.
 */
export const syncScope = z.object({
  filters: filterGroup.nullable().default(null),
  search: companySearch.shape.search,
  tab: companySearch.shape.tab,
  companyIds: chosenCompanyIds.nullable().default(null),
  segmentIds: z.array(id).max(1_000).default([]),
});
export type SyncScope = z.infer<typeof syncScope>;

/** Starts a sync. INTEGRATION_JOB_ALREADY_RUNNING and INTEGRATION_INCORRECTLY_CONFIGURED as `check-start` says. */
export const startIntegrationJob = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/start',
  summary: 'Start a sync',
  access: admin,
  audit: 'integration-job.started',
  body: z.object({ integrationId: id, ...syncScope.shape }),
  output: z.object({ started: z.boolean(), jobId: z.string() }),
});

/** Takes effect after the records in flight. */
export const stopIntegrationJob = endpoint({
  method: 'POST',
  path: '/app/integration-jobs/stop',
  summary: 'Stop a sync',
  access: admin,
  audit: 'integration-job.stopped',
  body: z.object({ jobId: id }),
  output: z.object({ stopped: z.boolean() }),
});

/** How one record stands with one connector. */
export const syncStatus = z.object({
  integrationId: z.string(),
  externalId: z.string().nullable(),
  lastSyncedAt: instant,
  lastSyncAttemptAt: instant,
  lastSyncStatus: z.enum(['SUCCESS', 'FAILED', 'SKIPPED']).nullable(),
  lastSyncError: z.object(errorTexts).nullable(),
  firstSyncedAt: instant,
  isSyncDisabled: z.boolean(),
  wasCreatedByQuarry: z.boolean(),
});
export type SyncStatus = z.infer<typeof syncStatus>;

/** The sync status of a company in each connector; either id is enough. */
export const getCompanySyncStatus = endpoint({
  method: 'GET',
  path: '/app/companies/sync-status',
  summary: 'Sync status of a company in each connector',
  access,
  audit: false,
  query: z.object({ linkedInId: z.string().max(255).default(''), companyId: z.string().max(20).default('') }),
  output: z.object({
    integrations: z.array(z.object({ id: z.string(), integrationType })),
    syncStatuses: z.array(syncStatus),
  }),
});
