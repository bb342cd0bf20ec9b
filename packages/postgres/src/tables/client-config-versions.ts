import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { instant } from './columns.ts';

/** The configs that accounts had, each as a whole. The JSON is parsed by the code that reads it. */
export const clientConfigVersions = pgTable(
  'client_config_versions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: ownedByClient(),
    config: jsonb('config').notNull(),
    companyLimit: integer('company_limit'),
    /** The parts that differ from the version before. */
    changedParts: text('changed_parts').array().notNull(),
    /** An e-mail address or the name of a tool; null for changes made in the account. */
    savedBy: text('saved_by'),
    savedAt: instant('saved_at').notNull().defaultNow(),
  },
  (table) => [index('client_config_versions_of_client').on(table.clientId, table.id)],
);
