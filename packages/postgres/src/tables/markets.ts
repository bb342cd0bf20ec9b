import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { createdAt, instant, randomId } from './columns.ts';

/** Sets of target companies. The JSON columns are parsed by the code that reads them. */
export const markets = pgTable(
  'markets',
  {
    id: randomId(),
    clientId: ownedByClient(),
    name: text('name').notNull(),
    /** The criteria as last saved. */
    draftCriteria: jsonb('draft_criteria').notNull(),
    /** Rises with each save of the criteria and each edit of a configuration that they use. */
    draftVersion: integer('draft_version').notNull().default(1),
    hasUnpublishedChanges: boolean('has_unpublished_changes').notNull().default(true),
    /** What was approved: the criteria with a copy of the configurations that they use. */
    publishedCriteria: jsonb('published_criteria'),
    publishedConfigs: jsonb('published_configs'),
    publishedAt: instant('published_at'),
    isLive: boolean('is_live').notNull().default(false),
    isPendingReview: boolean('is_pending_review').notNull().default(false),
    requestedIsLive: boolean('requested_is_live'),
    requestedBy: text('requested_by'),
    requestedAt: instant('requested_at'),
    /** The companies of the last approval are still to be added: by the next build. */
    isSourcingDue: boolean('is_sourcing_due').notNull().default(false),
    /** Companies that came into the dataset through the market, over all builds. */
    companiesAdded: integer('companies_added').notNull().default(0),
    /** Companies that the company limit kept out at the last build. */
    companiesWithheld: integer('companies_withheld').notNull().default(0),
    lastSourcedAt: instant('last_sourced_at'),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('markets_name_is_unique').on(table.clientId, sql`lower(${table.name})`),
    index('markets_of_client').on(table.clientId, table.createdAt),
    check(
      'markets_published_with_criteria',
      sql`(${table.publishedAt} is null) = (${table.publishedCriteria} is null)`,
    ),
    check('markets_pending_with_request', sql`not ${table.isPendingReview} or ${table.requestedIsLive} is not null`),
  ],
);
