import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** An account's connections to external systems. Credentials are only stored encrypted. */
export const integrations = pgTable(
  'integrations',
  {
    id: randomId(),
    clientId: ownedByClient(),
    integrationType: text('integration_type').notNull(),
    settings: jsonb('settings').notNull().default({}),
    encryptedCredentials: text('encrypted_credentials'),
    createdAt: createdAt(),
  },
  (table) => [index('integrations_of_client').on(table.clientId)],
);

/** The outcome of the last push of one company to one external system. */
export const companySyncStatuses = pgTable(
  'company_sync_statuses',
  {
    clientId: ownedByClient(),
    integrationId: text('integration_id')
      .notNull()
      .references(() => integrations.id, { onDelete: 'cascade' }),
    companyId: text('company_id').notNull(),
    externalId: text('external_id'),
    firstSyncedAt: instant('first_synced_at'),
    lastSyncedAt: instant('last_synced_at'),
    lastSyncAttemptAt: instant('last_sync_attempt_at'),
    lastSyncStatus: text('last_sync_status'),
    lastSyncError: jsonb('last_sync_error'),
    isSyncDisabled: boolean('is_sync_disabled').notNull().default(false),
    wasCreatedByQuarry: boolean('was_created_by_quarry').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.integrationId, table.companyId] }),
    index('company_sync_statuses_of_company').on(table.clientId, table.companyId),
  ],
);
