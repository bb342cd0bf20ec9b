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
import { segments } from './segments.ts';

/** Whom to find at each company of a segment. The JSON columns are parsed by the code that reads them. */
export const personas = pgTable(
  'personas',
  {
    id: randomId(),
    clientId: ownedByClient(),
    segmentId: text('segment_id')
      .notNull()
      .references(() => segments.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    criteriaGroups: jsonb('criteria_groups').notNull(),
    searchOptions: jsonb('search_options').notNull(),
    /** Incremented when the people that it finds change; a search of a lower revision stops. */
    revision: integer('revision').notNull().default(1),
    searchStatus: text('search_status', { enum: ['NEW', 'QUEUED', 'RUNNING', 'COMPLETE', 'ERROR'] })
      .notNull()
      .default('NEW'),
    errorReason: text('error_reason', { enum: ['OUT_OF_CREDITS', 'OUT_OF_PHONE_NUMBER_CREDITS', 'UNKNOWN'] }),
    searchNote: text('search_note'),
    /** Credits that the current search has spent, against its cap. */
    spentCredits: integer('spent_credits').notNull().default(0),
    /** Somebody has started a search, so companies that enter the segment are searched by themselves. */
    wasStarted: boolean('was_started').notNull().default(false),
    /** Its place in the account's queue. */
    queuedAt: instant('queued_at'),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('personas_name_is_unique').on(table.segmentId, sql`lower(${table.name})`),
    index('personas_of_segment').on(table.clientId, table.segmentId, table.createdAt),
    index('personas_in_queue').on(table.clientId, table.queuedAt).where(sql`${table.searchStatus} = 'QUEUED'`),
    check('personas_search_status', sql`${table.searchStatus} in ('NEW', 'QUEUED', 'RUNNING', 'COMPLETE', 'ERROR')`),
  ],
);

/**
 * A copy of what the row's persona has. Without a foreign key, because looking it up for each of thousands of rows slows
 * searches down; the row is deleted with the persona.
 */
const ofPersona = (column: 'client_id' | 'segment_id') => text(column).notNull();

/** The companies that a persona's search has finished. */
export const personaCompanies = pgTable(
  'persona_companies',
  {
    clientId: ofPersona('client_id'),
    personaId: text('persona_id')
      .notNull()
      .references(() => personas.id, { onDelete: 'cascade' }),
    companyId: text('company_id').notNull(),
    /** The persona's revision that was searched. */
    revision: integer('revision').notNull(),
    finishedAt: instant('finished_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.personaId, table.companyId] })],
);

/** The people that personas found, one row for each stay; those checked and not included have no times. */
export const segmentContacts = pgTable(
  'segment_contacts',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    clientId: ofPersona('client_id'),
    segmentId: ofPersona('segment_id'),
    personaId: text('persona_id')
      .notNull()
      .references(() => personas.id, { onDelete: 'cascade' }),
    companyId: text('company_id').notNull(),
    /** The person at this company: the key of `contacts`. */
    contactId: text('contact_id').notNull(),
    /** The place of the first group that the person matches, from 0. */
    groupAt: integer('group_at').notNull(),
    /** 1 for the best of the included people at the company; null for others. */
    rank: integer('rank'),
    inclusionStatus: text('inclusion_status', {
      enum: ['INCLUDED', 'WAS_INCLUDED_REMOVED', 'CANDIDATE_CHECKED_NOT_INCLUDED'],
    }).notNull(),
    includedAt: instant('included_at'),
    removedAt: instant('removed_at'),
    removedReason: text('removed_reason'),
    /** The person as found, also if the account does not own the contact. */
    rawName: text('raw_name').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    personUrl: text('person_url'),
    position: text('position').notNull(),
    seniority: text('seniority'),
    country: text('country'),
  },
  (table) => [
    uniqueIndex('segment_contacts_current')
      .on(table.personaId, table.contactId)
      .where(sql`${table.inclusionStatus} <> 'WAS_INCLUDED_REMOVED'`),
    index('segment_contacts_of_company').on(table.clientId, table.segmentId, table.companyId),
    index('segment_contacts_of_contact').on(table.clientId, table.contactId),
    index('segment_contacts_by_time').on(table.clientId, table.segmentId, table.includedAt),
    check(
      'segment_contacts_inclusion_status',
      sql`${table.inclusionStatus} in ('INCLUDED', 'WAS_INCLUDED_REMOVED', 'CANDIDATE_CHECKED_NOT_INCLUDED')`,
    ),
    check(
      'segment_contacts_times',
      sql`(${table.inclusionStatus} = 'CANDIDATE_CHECKED_NOT_INCLUDED') = (${table.includedAt} is null)
        and (${table.inclusionStatus} = 'WAS_INCLUDED_REMOVED') = (${table.removedAt} is not null)`,
    ),
  ],
);
