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
    /** Incremented when the criteria are saved or a configuration they use is edited. */
    draftVersion: integer('draft_version').notNull().default(1),
    hasUnpublishedChanges: boolean('has_unpublished_changes').notNull().default(true),
    /** The approved criteria; `published_configs` copies the configurations they use. */
    publishedCriteria: jsonb('published_criteria'),
    publishedConfigs: jsonb('published_configs'),
    publishedAt: instant('published_at'),
    isLive: boolean('is_live').notNull().default(false),
    /** It was live until someone paused it; builds leave it out. */
    isPaused: boolean('is_paused').notNull().default(false),
    isPendingReview: boolean('is_pending_review').notNull().default(false),
    requestedIsLive: boolean('requested_is_live'),
    requestedBy: text('requested_by'),
    requestedAt: instant('requested_at'),
    /** How the last request ended; null while one waits. */
    reviewOutcome: text('review_outcome', { enum: ['APPROVED', 'DECLINED', 'WITHDRAWN'] }),
    reviewedBy: text('reviewed_by'),
    reviewedAt: instant('reviewed_at'),
    reviewNote: text('review_note'),
    /** The next build adds the companies of the last approval. */
    isSourcingDue: boolean('is_sourcing_due').notNull().default(false),
    /** Companies added to the dataset by the market, over all builds. */
    companiesAdded: integer('companies_added').notNull().default(0),
    /** Companies left out by the company limit at the last build. */
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
    check('markets_live_or_paused', sql`not (${table.isLive} and ${table.isPaused})`),
    check('markets_reviewed_by_someone', sql`(${table.reviewOutcome} is null) = (${table.reviewedBy} is null)`),
  ],
);
