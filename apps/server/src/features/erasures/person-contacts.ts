import { eq, or, sql, type Transaction } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { isSought, type SoughtNames, storedEmails, storedUrlPattern } from './known-person.ts';

/** A contact that an account owns. */
export interface PersonContact {
  readonly clientId: string;
  readonly clientName: string;
  readonly contactId: string;
  readonly email: string | null;
  readonly personUrl: string | null;
}

/** The contacts of all accounts that have one of the names, or were made from one of these entries of the universe. */
export async function readContactsOf(
  tx: Transaction,
  sought: SoughtNames,
  itemIds: readonly string[],
): Promise<PersonContact[]> {
  const list = (texts: readonly string[]) => sql`any(${sql.param([...texts])}::text[])`;
  const rows = await tx
    .select({
      clientId: contacts.clientId,
      clientName: clients.name,
      contactId: contacts.contactId,
      email: contacts.email,
      personUrl: contacts.personUrl,
    })
    .from(contacts)
    .innerJoin(clients, eq(clients.id, contacts.clientId))
    .where(
      or(
        sql`lower(btrim(${contacts.email})) = ${list(storedEmails(sought.emails))}`,
        sql`${contacts.personUrl} ~* ${storedUrlPattern(sought.personUrls)}::text`,
        sql`${contacts.contactId} = ${list(itemIds)}`,
      ),
    )
    .orderBy(clients.name, contacts.contactId);
  const made = new Set(itemIds);
  return rows.filter((row) => made.has(row.contactId) || isSought(row, sought));
}
