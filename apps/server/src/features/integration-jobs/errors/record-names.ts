import type { StatementOptions, Warehouse } from '@quarry/clickhouse';
import type { RecordType } from '@quarry/contracts';
import { and, type Database, eq, inArray } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { readCompanyNames } from '#server/features/segments/personas/contacts/company-names.ts';

export interface RecordName {
  readonly name: string;
  readonly domain: string | null;
}

/** The names of companies or people by id; the id itself stands for those that are unknown. */
export async function readRecordNames(
  { db, warehouse }: { readonly db: Database; readonly warehouse: Warehouse },
  clientId: string,
  recordType: RecordType,
  ids: readonly string[],
  options: StatementOptions,
): Promise<(id: string) => RecordName> {
  const names = new Map<string, RecordName>();
  if (recordType === 'company') {
    for (const { id, name, domain } of (await readCompanyNames(warehouse, ids, options)).values()) {
      names.set(id, { name: name === '' ? domain : name, domain });
    }
  } else if (ids.length > 0) {
    const rows = await db.asClient(
      clientId,
      (tx) =>
        tx
          .select({
            id: contacts.contactId,
            firstName: contacts.firstName,
            lastName: contacts.lastName,
            email: contacts.email,
          })
          .from(contacts)
          .where(and(eq(contacts.clientId, clientId), inArray(contacts.contactId, [...ids]))),
      { readOnly: true },
    );
    for (const { id, firstName, lastName, email } of rows) {
      const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
      names.set(id, { name: name === '' ? (email ?? id) : name, domain: null });
    }
  }
  return (id) => names.get(id) ?? { name: id, domain: null };
}
