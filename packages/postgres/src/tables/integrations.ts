import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** An account's connections to external systems, one per type. Credentials are only stored encrypted. */
export const integrations = pgTable(
  'integrations',
  {
    id: randomId(),
    clientId: ownedByClient(),
    integrationType: text('integration_type').notNull(),
    settings: jsonb('settings').notNull().default({}),
    /** Tokens, or the addresses and headers of a webhook; null while it is disconnected. */
    encryptedCredentials: text('encrypted_credentials'),
    /** Incremented with every change of the credentials, so that one refresh of them wins. */
    credentialsRevision: integer('credentials_revision').notNull().default(0),
    tokenExpiresAt: instant('token_expires_at'),
    credentialScopes: text('credential_scopes').array().notNull().default(sql`'{}'::text[]`),
    /** What the CRM says about the connected account, such as its address; no secrets. */
    externalAccount: jsonb('external_account').notNull().default({}),
    isSalesforceSandbox: boolean('is_salesforce_sandbox').notNull().default(false),
    connectedAt: instant('connected_at'),
    connectedBy: text('connected_by'),
    /** Why the connection does not work; null if it does. */
    problem: text('problem'),
    problemSince: instant('problem_since'),
    /** The administrators have been told about the problem. */
    problemMailedAt: instant('problem_mailed_at'),
    lastAutoSyncAt: instant('last_auto_sync_at'),
    /** The import whose records builds read, with how many rows it wrote; null before the first one. */
    importRun: bigint('import_run', { mode: 'number' }),
    importRows: bigint('import_rows', { mode: 'number' }).notNull().default(0),
    lastImportStartedAt: instant('last_import_started_at'),
    lastImportFinishedAt: instant('last_import_finished_at'),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('integrations_one_per_type').on(table.clientId, table.integrationType)],
);

const ofIntegration = () =>
  text('integration_id')
    .notNull()
    .references(() => integrations.id, { onDelete: 'cascade' });

/** What the fields of companies and contacts are written to. */
export const integrationMappings = pgTable(
  'integration_mappings',
  {
    id: randomId(),
    clientId: ownedByClient(),
    integrationId: ofIntegration(),
    recordType: text('record_type', { enum: ['company', 'contact'] }).notNull(),
    internalName: text('internal_name').notNull(),
    externalName: text('external_name').notNull(),
    updateStrategy: text('update_strategy', { enum: ['OVERWRITE_ALWAYS', 'OVERWRITE_ONLY_IF_EMPTY'] }).notNull(),
    /** Quarry created the field, so it may also change it. */
    isOwnField: boolean('is_own_field').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('integration_mappings_one_per_field').on(table.integrationId, table.recordType, table.internalName),
    uniqueIndex('integration_mappings_one_per_target').on(table.integrationId, table.recordType, table.externalName),
    index('integration_mappings_of_client').on(table.clientId),
  ],
);

/** Connections that have been begun: the CRM sends the state back, which is valid once. */
export const oauthStates = pgTable(
  'oauth_states',
  {
    /** A hash, so that the table's readers cannot use it. */
    stateHash: text('state_hash').primaryKey(),
    clientId: ownedByClient(),
    userId: text('user_id').notNull(),
    integrationType: text('integration_type').notNull(),
    isSalesforceSandbox: boolean('is_salesforce_sandbox').notNull().default(false),
    encryptedVerifier: text('encrypted_verifier').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('oauth_states_of_client').on(table.clientId)],
);

/** How each company and contact stands with each connector: the link to its record and its last sync. */
export const syncStatuses = pgTable(
  'sync_statuses',
  {
    clientId: ownedByClient(),
    integrationId: ofIntegration(),
    recordType: text('record_type', { enum: ['company', 'contact'] }).notNull(),
    /** The company's or contact's id. */
    recordId: text('record_id').notNull(),
    /** Of a contact its company. */
    companyId: text('company_id').notNull(),
    externalId: text('external_id'),
    /** The domain or e-mail by which it was matched, so that a second record with the same one finds the link. */
    matchKey: text('match_key'),
    wasCreatedByQuarry: boolean('was_created_by_quarry').notNull().default(false),
    /** The record was deleted in the CRM, and is not created again. */
    isSyncDisabled: boolean('is_sync_disabled').notNull().default(false),
    /** Somebody chose to create a record although others match. */
    mayCreate: boolean('may_create').notNull().default(false),
    /** Of what was last written. */
    payloadHash: text('payload_hash'),
    /** The CRM's fields that were last written with a value. */
    sentFields: text('sent_fields').array().notNull().default(sql`'{}'::text[]`),
    firstSyncedAt: instant('first_synced_at'),
    lastSyncedAt: instant('last_synced_at'),
    lastSyncAttemptAt: instant('last_sync_attempt_at'),
    lastJobId: text('last_job_id'),
    lastSyncStatus: text('last_sync_status', { enum: ['SUCCESS', 'FAILED', 'SKIPPED'] }),
    errorCode: text('error_code'),
    /** The field by the name that people know. */
    errorField: text('error_field'),
    errorValue: text('error_value'),
    /** What the CRM said. */
    errorMessage: text('error_message'),
    /** The records that could be meant, if several match. */
    candidates: jsonb('candidates'),
  },
  (table) => [
    primaryKey({ columns: [table.integrationId, table.recordType, table.recordId] }),
    index('sync_statuses_of_company').on(table.clientId, table.companyId),
    index('sync_statuses_by_link')
      .on(table.integrationId, table.recordType, table.externalId)
      .where(sql`${table.externalId} is not null`),
    index('sync_statuses_by_match')
      .on(table.integrationId, table.recordType, table.matchKey)
      .where(sql`${table.externalId} is not null`),
    index('sync_statuses_with_errors')
      .on(table.clientId, table.integrationId, table.recordType, table.errorCode, table.errorField)
      .where(sql`${table.errorCode} is not null`),
  ],
);

/** Syncs, dry runs, undos and imports of a connector, beside their rows in `jobs`. */
export const integrationJobs = pgTable(
  'integration_jobs',
  {
    jobId: text('job_id').primaryKey(),
    clientId: ownedByClient(),
    integrationId: ofIntegration(),
    taskName: text('task_name').notNull(),
    status: text('status', { enum: ['WAITING', 'IN_PROGRESS', 'COMPLETE', 'FAILED', 'CANCELLED'] })
      .notNull()
      .default('WAITING'),
    /** Which records: a search, chosen ids, segments; parsed by the code that reads it. */
    scope: jsonb('scope').notNull(),
    counts: jsonb('counts').$type<Record<string, number>>().notNull().default({}),
    progress: integer('progress_percent').notNull().default(0),
    message: text('message'),
    pausedUntil: instant('paused_until'),
    /** The result of a dry run or a preview: totals, calls, allowance. */
    plan: jsonb('plan'),
    /** What was written is recorded in the data plane, for finding changes. */
    isSettled: boolean('is_settled').notNull().default(false),
    undoes: text('undoes'),
    requestedBy: text('requested_by'),
    createdAt: createdAt(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('integration_jobs_by_age').on(table.clientId, table.createdAt),
    uniqueIndex('integration_jobs_one_at_a_time')
      .on(table.integrationId)
      .where(sql`${table.status} in ('WAITING', 'IN_PROGRESS') and ${table.taskName} <> 'Import'`),
    check(
      'integration_jobs_status',
      sql`${table.status} in ('WAITING', 'IN_PROGRESS', 'COMPLETE', 'FAILED', 'CANCELLED')`,
    ),
  ],
);

/**
 * What a job does to each record. A row is `intended` before the request and gets its outcome after it, so that one
 * without an outcome must be looked up in the CRM before it is sent again. Values are kept for `UNDO_DAYS`.
 */
export const syncJournal = pgTable(
  'sync_journal',
  {
    clientId: ownedByClient(),
    jobId: text('job_id')
      .notNull()
      .references(() => integrationJobs.jobId, { onDelete: 'cascade' }),
    recordType: text('record_type', { enum: ['company', 'contact'] }).notNull(),
    recordId: text('record_id').notNull(),
    companyId: text('company_id').notNull(),
    /** `planned` in dry runs and previews, which write nothing. */
    state: text('state', { enum: ['planned', 'intended', 'done', 'refused', 'skipped', 'ambiguous'] }).notNull(),
    /** create, update, restore, archive or keep. */
    action: text('action').notNull(),
    payloadHash: text('payload_hash'),
    externalId: text('external_id'),
    wasCreated: boolean('was_created').notNull().default(false),
    /** The CRM's values that were overwritten, and what they were overwritten with, by the CRM's field names. */
    before: jsonb('before'),
    after: jsonb('after'),
    reason: text('reason'),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.recordType, table.recordId] }),
    index('sync_journal_of_client').on(table.clientId),
    index('sync_journal_unknown').on(table.jobId).where(sql`${table.state} = 'intended'`),
  ],
);

/** Requests to webhooks. What is sent is stored before, so that a repeated one has the same id and bytes. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: randomId(),
    clientId: ownedByClient(),
    integrationId: ofIntegration(),
    /** Null for tests. */
    jobId: text('job_id'),
    recordType: text('record_type', { enum: ['company', 'contact'] }).notNull(),
    recordIds: text('record_ids').array().notNull(),
    url: text('url').notNull(),
    /** With masked values. */
    requestHeaders: jsonb('request_headers').$type<Record<string, string>>().notNull().default({}),
    requestBody: text('request_body').notNull(),
    status: text('status', { enum: ['PENDING', 'DELIVERED', 'FAILED'] })
      .notNull()
      .default('PENDING'),
    attempts: integer('attempts').notNull().default(0),
    responseStatus: integer('response_status'),
    responseBody: text('response_body'),
    error: text('error'),
    /** Its place among the deliveries of the job. */
    batch: bigint('batch', { mode: 'number' }).notNull().default(0),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('webhook_deliveries_by_age').on(table.clientId, table.integrationId, table.createdAt),
    index('webhook_deliveries_of_job').on(table.jobId, table.batch),
  ],
);

/**
 * When the next call of a connected CRM account may leave, by lane, for every process and account that uses it. A lane is
 * one of the CRM's limits, or `day`, its daily allowance.
 */
export const crmCallLimits = pgTable(
  'crm_call_limits',
  {
    /** A hash, because it stands for the CRM's account whoever connected it. */
    account: text('account').notNull(),
    lane: text('lane').notNull(),
    /** Calls or tokens per window at the moment, and the limit that it rises to. */
    max: integer('max').notNull(),
    target: integer('target').notNull(),
    changedAt: instant('changed_at').notNull().defaultNow(),
    /** When all calls that were promised a place have left. */
    busyUntil: instant('busy_until').notNull(),
    /** The CRM asked for silence until then. */
    blockedUntil: instant('blocked_until').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.account, table.lane] })],
);
