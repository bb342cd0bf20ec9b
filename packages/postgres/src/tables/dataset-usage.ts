import { bigint, index, integer, pgTable } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { instant } from './columns.ts';

/** How many companies each build left in the dataset, kept longer than its version. */
export const datasetUsage = pgTable(
  'dataset_usage',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: ownedByClient(),
    at: instant('at').notNull(),
    companies: integer('companies').notNull(),
    /** New companies that the company limit kept out. */
    withheld: integer('withheld').notNull(),
  },
  (table) => [index('dataset_usage_of_client').on(table.clientId, table.at)],
);
