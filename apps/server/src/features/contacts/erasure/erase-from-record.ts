import { and, eq, inArray, type Transaction } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { recordAudit } from '#server/platform/audit.ts';
import type { KnownPerson } from './known-person.ts';
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

/** Every table of the system of record that knows people, one step each. */
const STEPS: readonly RecordStep[] = [eraseContacts];

/** Deletes the person from every account, with a line in its audit trail. Returns the number of rows. */
export async function eraseFromRecord(tx: Transaction, person: KnownPerson): Promise<number> {
  const rows = new Map<string, number>();
  for (const step of STEPS) {
    for (const [clientId, count] of await step(tx, person)) rows.set(clientId, (rows.get(clientId) ?? 0) + count);
  }
  for (const [clientId, count] of rows) {
    await recordAudit(tx, {
      clientId,
      actorUserId: null,
      actor: 'deletion on request',
      action: 'person.erased',
      // Whoever was erased must not be named.
      target: 'a person',
      before: null,
      after: { rows: count },
      requestId: null,
    });
  }
  return [...rows.values()].reduce((sum, count) => sum + count, 0);
}
