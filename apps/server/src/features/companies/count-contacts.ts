import { and, count, eq, sql } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import type { ClientScope } from '#server/platform/scope.ts';

/** Counts the account's contacts per company; companies without contacts are left out. */
export async function countContacts(scope: ClientScope, companyIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await scope.read((tx) =>
    tx
      .select({ companyId: contacts.companyId, count: count() })
      .from(contacts)
      // One parameter for the whole list: building and parsing one for each company takes as long as counting.
      .where(
        and(eq(contacts.clientId, scope.client.id), sql`${contacts.companyId} = any(${sql.param([...companyIds])})`),
      )
      .groupBy(contacts.companyId),
  );
  return new Map(rows.map((row) => [row.companyId, row.count]));
}
