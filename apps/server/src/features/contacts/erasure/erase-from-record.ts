import { and, eq, inArray, or, sql, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { csvExports } from '@quarry/postgres/tables/exports';
import { segmentContacts } from '@quarry/postgres/tables/personas';
import { recordAudit } from '#server/platform/audit.ts';
import { isSought, type KnownPerson, storedUrlPattern } from './known-person.ts';
import { readContactsOf } from './person-contacts.ts';

/** Deletes the person's rows of one kind, and returns how many by account. It may run again after it succeeded. */
type RecordStep = (tx: Transaction, person: KnownPerson) => Promise<ReadonlyMap<string, number>>;

async function eraseContacts(tx: Transaction, person: KnownPerson): Promise<ReadonlyMap<string, number>> {
  const found = await readContactsOf(
    tx,
    person,
    person.entries.map(({ itemId }) => itemId),
  );
  const byClient = Map.groupBy(found, ({ clientId }) => clientId);
  for (const [clientId, rows] of byClient) {
    const ids = rows.map(({ contactId }) => contactId);
    await tx.delete(contacts).where(and(eq(contacts.clientId, clientId), inArray(contacts.contactId, ids)));
  }
  return new Map([...byClient].map(([clientId, rows]) => [clientId, rows.length]));
}

/** Keeps the rows of included people without their names, so that segments' histories add up; deletes checked people. */
async function eraseFromSegments(tx: Transaction, person: KnownPerson): Promise<ReadonlyMap<string, number>> {
  const itemIds = person.entries.map(({ itemId }) => itemId);
  const owned = await readContactsOf(tx, person, itemIds);
  const contactIds = [...new Set([...itemIds, ...owned.map(({ contactId }) => contactId)])];
  const isPerson = or(
    sql`${segmentContacts.contactId} = any(${sql.param(contactIds)}::text[])`,
    sql`${segmentContacts.personUrl} ~* ${storedUrlPattern(person.personUrls)}::text`,
  );
  const { id, clientId, personUrl } = segmentContacts;
  const candidates = await tx
    .select({ id, clientId, personUrl, contactId: segmentContacts.contactId })
    .from(segmentContacts)
    .where(isPerson);
  const known = new Set(contactIds);
  const found = candidates.filter(
    (row) => known.has(row.contactId) || isSought({ email: null, personUrl: row.personUrl }, person),
  );
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

/** Expires complete exports that may name the person, and fails unfinished ones. */
async function endExports(tx: Transaction, clientIds: readonly string[]): Promise<void> {
  const isOfPeople = and(
    inArray(csvExports.clientId, [...clientIds]),
    inArray(csvExports.type, ['SEGMENT', 'SEGMENT_LINKEDIN_ADS']),
  );
  await tx
    .update(csvExports)
    .set({ expiresAt: sql`least(${csvExports.expiresAt}, now())` })
    .where(and(isOfPeople, eq(csvExports.status, 'COMPLETE')));
  await tx
    .update(csvExports)
    .set({ status: 'FAILED', error: 'A person was deleted on request. Please start the export again.' })
    .where(and(isOfPeople, inArray(csvExports.status, ['WAITING', 'PROCESSING'])));
}

/** Every table of the system of record that knows people, one step each. */
const STEPS: readonly RecordStep[] = [eraseFromSegments, eraseContacts];

/** Deletes the person from every account, with a line in its audit trail. Returns the number of rows. */
export async function eraseFromRecord(tx: Transaction, person: KnownPerson): Promise<number> {
  const rows = new Map<string, number>();
  for (const step of STEPS) {
    for (const [clientId, count] of await step(tx, person)) rows.set(clientId, (rows.get(clientId) ?? 0) + count);
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
  return [...rows.values()].reduce((sum, count) => sum + count, 0);
}
