import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { ownedByClient } from './clients.ts';
import { instant } from './columns.ts';

/** People whom an account has added, each at one company. */
export const contacts = pgTable(
  'contacts',
  {
    clientId: ownedByClient(),
    contactId: text('contact_id').notNull(),
    companyId: text('company_id').notNull(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    email: text('email'),
    emailVerificationStatus: text('email_verification_status'),
    position: text('position'),
    seniority: text('seniority'),
    country: text('country'),
    location: text('location'),
    tenureMonths: integer('tenure_months'),
    isFormerEmployment: boolean('is_former_employment').notNull().default(false),
    addedAt: instant('added_at').notNull().defaultNow(),
    personUrl: text('person_url'),
    phoneNumber: text('phone_number'),
    /** When the e-mail was last verified. */
    verifiedAt: instant('verified_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clientId, table.contactId] }),
    index('contacts_of_company').on(table.clientId, table.companyId),
  ],
);
