import { and, count, eq, inArray } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import type { ClientScope } from '#server/platform/scope.ts';

/** Counts the account's contacts per company; companies without contacts are left out. */
export async function countContacts(scope: ClientScope, companyIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await scope.read((tx) =>
    tx
      .select({ companyId: contacts.companyId, count: count() })
      .from(contacts)
      .where(and(eq(contacts.clientId, scope.client.id), inArray(contacts.companyId, [...companyIds])))
      .groupBy(contacts.companyId),
  );
  return new Map(rows.map((row) => [row.companyId, row.count]));
}
