import type { RecordType } from '@quarry/contracts';
import { and, asc, eq, inArray, ne, type SQL, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { CONTACT_COLUMNS, isContactColumn } from '#server/features/data-points/contact-columns.ts';
import type { StoredIntegration } from '#server/features/integrations/integration.ts';
import type { FailedRecords } from './job-scope.ts';
import { type SyncField, type SyncTarget, saltOf } from './sync-fields.ts';

/** The hash of a contact after the last update that it gets when it leaves the synced segments. */
export const CONTACT_HAS_LEFT = 'left';

/** Which of the account's contacts a plan takes. */
export interface ContactSelection {
  /** Only those that these segments include; null for all. */
  readonly segmentIds: readonly string[] | null;
  /** Without those that are in the CRM as they are here. */
  readonly onlyChanged: boolean;
  /** Those that were synced and that no segment includes any more, instead of those that some include. */
  readonly areLeaving: boolean;
  readonly failed: FailedRecords | null;
}

export interface ContactToPlan {
  readonly companyId: string;
  readonly contactId: string;
  /** Of what is to be sent. */
  readonly hash: string;
}

/** The value of a contact's field. */
export function contactValue(name: string): SQL {
  if (!isContactColumn(name)) throw new Error(`Contacts have no field ${name}`);
  return name === 'added_to_dataset_at'
    ? sql`to_char(${contacts.addedAt} at time zone 'UTC', 'YYYY-MM-DD')`
    : sql`${CONTACT_COLUMNS[name]}`;
}

function contactHash(fields: readonly SyncField[], target: SyncTarget): SQL<string> {
  const values = fields.map(({ internalName }) => contactValue(internalName));
  const parts = values.length === 0 ? sql`` : sql.join(values, sql`, `);
  return sql<string>`md5(${saltOf(fields, target)}::text || jsonb_build_array(${parts})::text)`;
}

/** A page of contacts that a job has to look at, after a place. */
export async function readContactsToPlan(
  tx: Transaction,
  target: SyncTarget & Pick<StoredIntegration, 'id' | 'clientId'>,
  fields: readonly SyncField[],
  { segmentIds, onlyChanged, areLeaving, failed }: ContactSelection,
  after: Pick<ContactToPlan, 'companyId' | 'contactId'> | null,
  limit: number,
): Promise<ContactToPlan[]> {
  const hash = contactHash(fields, target);
  const isSynced = sql`${syncStatuses.lastSyncStatus} = 'SUCCESS' and ${ne(syncStatuses.payloadHash, CONTACT_HAS_LEFT)}`;
  const included = segmentIds === null ? undefined : isIncluded(segmentIds);
  return tx
    .select({ contactId: contacts.contactId, companyId: contacts.companyId, hash })
    .from(contacts)
    .leftJoin(syncStatuses, statusOf(target.id, 'contact', contacts.contactId))
    .where(
      and(
        eq(contacts.clientId, target.clientId),
        after === null
          ? undefined
          : sql`(${contacts.companyId}, ${contacts.contactId}) > (${after.companyId}, ${after.contactId})`,
        areLeaving ? and(sql`not coalesce(${included}, true)`, isSynced) : included,
        onlyChanged && !areLeaving
          ? sql`(${syncStatuses.lastSyncStatus} is distinct from 'SUCCESS' or ${syncStatuses.payloadHash} is distinct from ${hash})`
          : undefined,
        onlyChanged ? sql`${syncStatuses.isSyncDisabled} is not true` : undefined,
        failed === null ? undefined : hasFailed(failed),
      ),
    )
    .orderBy(asc(contacts.companyId), asc(contacts.contactId))
    .limit(limit);
}

export const hasFailed = ({ field, errorCode }: FailedRecords): SQL | undefined =>
  and(eq(syncStatuses.errorCode, errorCode), sql`${syncStatuses.errorField} is not distinct from ${field}::text`);

const statusOf = (integrationId: string, recordType: RecordType, recordId: typeof contacts.contactId) =>
  and(
    eq(syncStatuses.integrationId, integrationId),
    eq(syncStatuses.recordType, recordType),
    eq(syncStatuses.recordId, recordId),
  );

/** Columns are written out: in a statement over one table, Drizzle leaves out the tables' names. */
const isIncluded = (segmentIds: readonly string[]): SQL => sql`exists (
  select from ${segmentContacts} found
  where found.client_id = ${contacts}.client_id
    and found.contact_id = ${contacts}.contact_id
    and found.inclusion_status = 'INCLUDED'
    and found.segment_id = any(${sql.param([...segmentIds])}::text[]))`;

/** The values of contacts by field; those that the account no longer has are left out. */
export async function readContacts(
  tx: Transaction,
  clientId: string,
  contactIds: readonly string[],
  fields: readonly SyncField[],
) {
  const values = fields.map(({ internalName }) => contactValue(internalName));
  const parts = values.length === 0 ? sql`` : sql.join(values, sql`, `);
  return tx
    .select({
      contactId: contacts.contactId,
      companyId: contacts.companyId,
      firstName: contacts.firstName,
      lastName: contacts.lastName,
      email: contacts.email,
      personUrl: contacts.personUrl,
      values: sql<unknown>`jsonb_build_array(${parts})`,
    })
    .from(contacts)
    .where(and(eq(contacts.clientId, clientId), inArray(contacts.contactId, [...contactIds])));
}
