import { defineTable, ident, type Sql, sql, type TableDefinition, texts } from '@quarry/clickhouse';
import { type InclusionStatus, type RemovedReason, SENIORITY_NAMES, type SegmentContact } from '@quarry/contracts';
import { displayed } from '../displayed-value.sql.ts';
import type { ExportColumn } from '../export-columns.ts';
import { type FrozenTable, UNMERGED } from '../exports.sql.ts';

/** A person of a segment in an export's table of contacts. Texts are empty where nothing is known. */
export interface FrozenContact {
  readonly __company_id: string;
  /** The order of contacts that are alike in everything else. */
  readonly __contact_at: number;
  readonly __contact_id: string;
  readonly __contact_name: string;
  readonly __contact_first_name: string;
  readonly __contact_last_name: string;
  readonly __contact_position: string;
  readonly __contact_seniority: string;
  readonly __contact_country: string;
  readonly __contact_url: string;
  readonly __contact_email: string;
  readonly __contact_email_status: string;
  readonly __contact_phone: string;
  readonly __contact_persona: string;
  readonly __contact_rank: number | null;
  readonly __contact_status: string;
  readonly __contact_included_at: string;
  readonly __contact_removed_at: string;
  readonly __contact_removed_reason: string;
}

// Unlike any data point's name, because conditions and values of companies are over the same rows.
const STORED: Readonly<Record<keyof FrozenContact, string>> = {
  __company_id: 'UInt64',
  __contact_at: 'UInt64',
  __contact_id: 'String',
  __contact_name: 'String',
  __contact_first_name: 'String',
  __contact_last_name: 'String',
  __contact_position: 'String',
  __contact_seniority: 'String',
  __contact_country: 'String',
  __contact_url: 'String',
  __contact_email: 'String',
  __contact_email_status: 'String',
  __contact_phone: 'String',
  __contact_persona: 'String',
  __contact_rank: 'Nullable(Float64)',
  __contact_status: 'String',
  __contact_included_at: 'String',
  __contact_removed_at: 'String',
  __contact_removed_reason: 'String',
};

export function frozenContactsTable(table: FrozenTable): TableDefinition {
  return defineTable({
    ...table,
    columns: Object.entries(STORED).map(([name, type]) => ({ name, type })),
    engine: { kind: 'MergeTree' },
    orderBy: ['__company_id'],
    settings: UNMERGED,
    shardBy: sql`__company_id`,
  });
}

const column = (name: keyof FrozenContact): Sql => sql`${ident(name)}`;
const textColumn = (header: string, name: keyof FrozenContact): ExportColumn => ({
  header,
  type: 'String',
  value: column(name),
});
const labelled = (header: string, name: keyof FrozenContact, labels: Iterable<readonly [string, string]>) => {
  const known = new Map(labels);
  const value = sql`transform(${column(name)}, ${texts([...known.keys()])}, ${texts([...known.values()])}, '')`;
  return { header, type: 'String', value } as const satisfies ExportColumn;
};

const EMAIL_STATUSES = { verified: 'Verified', invalid: 'Invalid', other: 'Risky' } satisfies Record<
  NonNullable<SegmentContact['email_verification_status']>,
  string
>;
const STATUSES = {
  INCLUDED: 'Included',
  WAS_INCLUDED_REMOVED: 'Removed',
  CANDIDATE_CHECKED_NOT_INCLUDED: 'Checked, not included',
} satisfies Record<InclusionStatus, string>;
const REASONS = {
  CONTACT_NO_LONGER_MATCH_CRITERIA: 'Contact no longer matches criteria',
  COMPANY_REMOVED_FROM_SEGMENT: 'Company removed from segment',
  EMAIL_NO_LONGER_VALID: 'E-mail no longer valid',
  CONTACTS_PER_COMPANY_REDUCED: 'Contacts per company reduced',
  CONTACT_DELETED_ON_REQUEST: 'Contact deleted on request',
} satisfies Record<RemovedReason, string>;

/** The columns of contacts in the export of a segment, in file order. */
export function contactColumns(hasPhoneNumbers: boolean): ExportColumn[] {
  return [
    textColumn('Contact name', '__contact_name'),
    textColumn('First name', '__contact_first_name'),
    textColumn('Last name', '__contact_last_name'),
    textColumn('Position', '__contact_position'),
    labelled('Seniority', '__contact_seniority', SENIORITY_NAMES),
    displayed(textColumn('Contact country', '__contact_country'), true, 'csv'),
    textColumn('Contact LinkedIn URL', '__contact_url'),
    textColumn('E-mail', '__contact_email'),
    labelled('E-mail status', '__contact_email_status', Object.entries(EMAIL_STATUSES)),
    ...(hasPhoneNumbers ? [textColumn('Phone', '__contact_phone')] : []),
    textColumn('Persona', '__contact_persona'),
    { header: 'Persona rank', type: 'Number', value: column('__contact_rank') },
    labelled('Contact status', '__contact_status', Object.entries(STATUSES)),
    textColumn('Contact included at', '__contact_included_at'),
    textColumn('Contact removed at', '__contact_removed_at'),
    labelled('Contact removed because', '__contact_removed_reason', Object.entries(REASONS)),
    textColumn('Contact ID', '__contact_id'),
  ];
}

/** LinkedIn Campaign Manager's template for contacts, with the name of their company. */
export function linkedInContactColumns(companyName: Sql): ExportColumn[] {
  const email = sql`if(__contact_email_status = 'invalid', '', __contact_email)`;
  return [
    { header: 'email', type: 'String', value: email },
    textColumn('firstname', '__contact_first_name'),
    textColumn('lastname', '__contact_last_name'),
    textColumn('jobtitle', '__contact_position'),
    { header: 'employeecompany', type: 'String', value: companyName },
    textColumn('country', '__contact_country'),
    // Nothing here knows people's advertising ids.
    { header: 'googleaid', type: 'String', value: sql`''` },
  ];
}
