import { type ExportType, SEGMENT_EXPORT_TYPES } from '@quarry/contracts';
import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { csvExports } from '@quarry/postgres/tables/exports';
import { syncJournal, syncStatuses, webhookDeliveries } from '@quarry/postgres/tables/integrations';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { recordAudit } from '#server/platform/audit.ts';
import type { KnownPerson } from './known-person.ts';
import { readContactsOf } from './person-contacts.ts';
import { readSegmentRowsOf } from './person-segments.ts';

/** Deletes the person's rows of one kind, and returns how many by account. It may run again after it succeeded. */
type RecordStep = (tx: Transaction, person: KnownPerson) => Promise<ReadonlyMap<string, number>>;

async function eraseContacts(tx: Transaction, person: KnownPerson): Promise<ReadonlyMap<string, number>> {
  const found = await readContactsOf(tx, person, person.contactIds);
  const byClient = Map.groupBy(found, ({ clientId }) => clientId);
  for (const [clientId, rows] of byClient) {
    const ids = rows.map(({ contactId }) => contactId);
    await tx.delete(contacts).where(and(eq(contacts.clientId, clientId), inArray(contacts.contactId, ids)));
  }
  return new Map([...byClient].map(([clientId, rows]) => [clientId, rows.length]));
}

/** Keeps the rows of included people without their names, so that segments' histories add up; deletes checked people. */
async function eraseFromSegments(tx: Transaction, person: KnownPerson): Promise<ReadonlyMap<string, number>> {
  const found = await readSegmentRowsOf(tx, person);
  const isFound = sql`${segmentContacts.id} = any(${sql.param(found.map((row) => row.id))}::bigint[])`;
  await tx
    .delete(segmentContacts)
    .where(and(isFound, eq(segmentContacts.inclusionStatus, 'CANDIDATE_CHECKED_NOT_INCLUDED')));
  await tx
    .update(segmentContacts)
    .set({
      inclusionStatus: 'WAS_INCLUDED_REMOVED',
      removedAt: sql`coalesce(${segmentContacts.removedAt}, now())`,
      removedReason: 'CONTACT_DELETED_ON_REQUEST',
      rank: null,
      rawName: '',
      firstName: '',
      lastName: '',
      personUrl: null,
      position: '',
      seniority: null,
      country: null,
    })
    .where(isFound);
  return new Map([...Map.groupBy(found, (row) => row.clientId)].map(([id, rows]) => [id, rows.length]));
}

/** Forgets what was sent of the person to connectors; the CRM's own records are the account's to delete. */
async function eraseFromSyncs(tx: Transaction, person: KnownPerson): Promise<ReadonlyMap<string, number>> {
  const ids = sql.param(person.contactIds);
  const ofPerson = (table: typeof syncStatuses | typeof syncJournal) =>
    sql`${table.recordType} = 'contact' and ${table.recordId} = any(${ids}::text[])`;
  const statuses = await tx
    .delete(syncStatuses)
    .where(ofPerson(syncStatuses))
    .returning({ clientId: syncStatuses.clientId });
  const journal = await tx
    .delete(syncJournal)
    .where(ofPerson(syncJournal))
    .returning({ clientId: syncJournal.clientId });
  const deliveries = await tx
    .delete(webhookDeliveries)
    .where(sql`${webhookDeliveries.recordType} = 'contact' and ${webhookDeliveries.recordIds} && ${ids}::text[]`)
    .returning({ clientId: webhookDeliveries.clientId });
  const all = Map.groupBy([...statuses, ...journal, ...deliveries], ({ clientId }) => clientId);
  return new Map([...all].map(([clientId, rows]) => [clientId, rows.length]));
}

/** Expires complete exports that may name the person, and fails unfinished ones. */
async function endExports(tx: Transaction, clientIds: readonly string[]): Promise<void> {
  const isOfPeople = and(inArray(csvExports.clientId, [...clientIds]), inArray(csvExports.type, EXPORTS_OF_PEOPLE));
  await tx
    .update(csvExports)
    .set({ expiresAt: sql`least(${csvExports.expiresAt}, now())` })
    .where(and(isOfPeople, eq(csvExports.status, 'COMPLETE')));
  await tx
    .update(csvExports)
    .set({ status: 'FAILED', error: 'A person was deleted on request. Please start the export again.' })
    .where(and(isOfPeople, inArray(csvExports.status, ['WAITING', 'PROCESSING'])));
}

/** The types of exports whose files name people. */
export const EXPORTS_OF_PEOPLE = [
  ...SEGMENT_EXPORT_TYPES,
  'CRM_ERRORS',
  'SYNC_PLAN',
] as const satisfies readonly ExportType[];

/** Every table of the system of record that knows people, one step each. */
const STEPS: readonly RecordStep[] = [eraseFromSegments, eraseFromSyncs, eraseContacts];

/** Deletes the person from every account, with a line in its audit trail. Returns the number of rows by account. */
export async function eraseFromRecord(tx: Transaction, known: KnownPerson): Promise<ReadonlyMap<string, number>> {
  // Contacts may have been added since the person was looked for.
  const made = [...known.contactIds, ...known.entries.map(({ itemId }) => itemId)];
  const owned = await readContactsOf(tx, known, made);
  const contactIds = [...new Set([...made, ...owned.map(({ contactId }) => contactId)])];
  const rows = new Map<string, number>();
  for (const step of STEPS) {
    for (const [clientId, count] of await step(tx, { ...known, contactIds }))
      rows.set(clientId, (rows.get(clientId) ?? 0) + count);
  }
  await endExports(tx, [...rows.keys()]);
  for (const [clientId, count] of rows) {
    await recordAudit(tx, {
      clientId,
      actorUserId: null,
      actor: 'deletion on request',
      action: 'person.erased',
      // The audit trail must not name the person.
      target: 'a person',
      before: null,
      after: { rows: count },
      requestId: null,
    });
  }
  return rows;
}
