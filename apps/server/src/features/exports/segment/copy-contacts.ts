import type { StatementOptions } from '@quarry/clickhouse';
import type { InclusionStatus, RemovedReason, SegmentExportConfig } from '@quarry/contracts';
import { and, asc, eq, gt, inArray, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { personas, segmentContacts } from '@quarry/postgres/tables/personas';
import { suppressions } from '@quarry/postgres/tables/suppressions';
import { readCompanyNames } from '#server/features/segments/personas/contacts/company-names.ts';
import { findLeftOut } from '#server/features/segments/personas/search/find-left-out.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { FrozenTable } from '../exports.sql.ts';
import type { FrozenContact } from './contact-columns.sql.ts';

type Stores = Pick<ClientScope, 'client' | 'read' | 'warehouse'>;

const CONTACTS_AT_ONCE = 5_000;
const DOMAINS_AT_ONCE = 50_000;
const ERASED: RemovedReason = 'CONTACT_DELETED_ON_REQUEST';

/**
 * Copies the people of a segment into a table of the engine, without those whom the account must not contact. E-mails
 * and phones are those of contacts that the account owns.
 */
export async function copyContacts(
  scope: Stores,
  config: SegmentExportConfig,
  table: FrozenTable,
  { hasPhoneNumbers }: { readonly hasPhoneNumbers: boolean },
  options: StatementOptions,
): Promise<void> {
  for (let after = 0; ; ) {
    const found = await scope.read((tx) => readContacts(tx, scope.client.id, config, after));
    const last = found.at(-1);
    if (last === undefined) return;
    const companyIds = [...new Set(found.map(({ companyId }) => companyId))];
    const companies = await readCompanyNames(scope.warehouse, companyIds, options);
    const people = found.map(({ contactId, email, personUrl, companyId }) => ({
      contactId,
      email,
      personUrl,
      domain: companies.get(companyId)?.domain ?? null,
    }));
    const leftOut = await scope.read((tx) => findLeftOut(tx, scope.client.id, people));
    const rows = found.filter(({ contactId }) => !leftOut.has(contactId)).map((row) => frozen(row, hasPhoneNumbers));
    await scope.warehouse.insert({ database: table.database, table: table.name }, rows, options);
    after = last.id;
  }
}

type ContactRow = Awaited<ReturnType<typeof readContacts>>[number];

function readContacts(tx: Transaction, clientId: string, config: SegmentExportConfig, after: number) {
  const { rawName, firstName, lastName, personUrl, position, seniority, country } = segmentContacts;
  const { id, companyId, contactId, rank, inclusionStatus, includedAt, removedAt, removedReason } = segmentContacts;
  const { email, emailVerificationStatus, phoneNumber } = contacts;
  return tx
    .select({
      id,
      companyId,
      contactId,
      rank,
      inclusionStatus,
      includedAt,
      removedAt,
      removedReason,
      rawName,
      firstName,
      lastName,
      personUrl,
      position,
      seniority,
      country,
      email,
      emailVerificationStatus,
      phoneNumber,
      personaName: personas.name,
    })
    .from(segmentContacts)
    .innerJoin(personas, eq(personas.id, segmentContacts.personaId))
    .leftJoin(contacts, and(eq(contacts.clientId, segmentContacts.clientId), eq(contacts.contactId, contactId)))
    .where(
      and(
        eq(segmentContacts.clientId, clientId),
        eq(segmentContacts.segmentId, config.segmentId),
        config.personaId === null ? undefined : eq(segmentContacts.personaId, config.personaId),
        inArray(inclusionStatus, chosenStatuses(config)),
        sql`${removedReason} is distinct from ${ERASED}`,
        gt(id, after),
      ),
    )
    .orderBy(asc(id))
    .limit(CONTACTS_AT_ONCE);
}

function chosenStatuses(config: SegmentExportConfig): InclusionStatus[] {
  return [
    ...(config.include_active ? (['INCLUDED'] as const) : []),
    ...(config.include_removed ? (['WAS_INCLUDED_REMOVED'] as const) : []),
    ...(config.include_checked ? (['CANDIDATE_CHECKED_NOT_INCLUDED'] as const) : []),
  ];
}

function frozen(row: ContactRow, hasPhoneNumbers: boolean): { [Key in keyof FrozenContact]: FrozenContact[Key] } {
  return {
    __company_id: row.companyId,
    __contact_at: row.id,
    __contact_id: row.contactId,
    __contact_name: row.rawName,
    __contact_first_name: row.firstName,
    __contact_last_name: row.lastName,
    __contact_position: row.position,
    __contact_seniority: row.seniority ?? '',
    __contact_country: row.country ?? '',
    __contact_url: row.personUrl ?? '',
    __contact_email: row.email ?? '',
    __contact_email_status: row.emailVerificationStatus ?? '',
    __contact_phone: hasPhoneNumbers ? (row.phoneNumber ?? '') : '',
    __contact_persona: row.personaName,
    __contact_rank: row.rank,
    __contact_status: row.inclusionStatus,
    __contact_included_at: instantText(row.includedAt),
    __contact_removed_at: instantText(row.removedAt),
    __contact_removed_reason: row.removedReason ?? '',
  };
}

/** As the engine writes times. */
const instantText = (at: Date | null): string => at?.toISOString().slice(0, 19).replace('T', ' ') ?? '';

/** Copies the domains that the account must not contact into a table of the engine; false if there are none. */
export async function copySuppressedDomains(
  scope: Stores,
  table: FrozenTable,
  options: StatementOptions,
): Promise<boolean> {
  for (let after = ''; ; ) {
    const found = await scope.read((tx) => readDomains(tx, scope.client.id, after));
    const last = found.at(-1);
    if (last === undefined) return after !== '';
    await scope.warehouse.insert({ database: table.database, table: table.name }, found, options);
    after = last.domain;
  }
}

function readDomains(tx: Transaction, clientId: string, after: string) {
  const { value, kind } = suppressions;
  return tx
    .select({ domain: value })
    .from(suppressions)
    .where(and(eq(suppressions.clientId, clientId), eq(kind, 'DOMAIN'), gt(value, after)))
    .orderBy(asc(value))
    .limit(DOMAINS_AT_ONCE);
}
