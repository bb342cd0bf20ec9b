import { join, sql, uint } from '@quarry/clickhouse';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import { BEST_FIRST } from '#server/features/datasets/table.ts';
import { readTable } from '#server/features/universe/universe-table.ts';
import type { Platform } from '#server/platform/scope.ts';

const COMPANIES = 300;
const CONTACTS_PER_COMPANY = 3;

const personRow = z.object({
  contactId: z.string(),
  companyId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  emailVerificationStatus: z.enum(['verified', 'other']),
  position: z.string(),
  seniority: z.string(),
  country: z.string(),
  location: z.string(),
  tenureMonths: z.number().nullable(),
  personUrl: z.string(),
});

/** Creates synthetic contacts at the account's best companies, unless it has contacts. */
export async function ensureDemoContacts(
  { db, warehouse, caches }: Pick<Platform, 'db' | 'warehouse' | 'caches'>,
  clientName: string,
): Promise<void> {
  const client = await db.asSystem(async (tx) => {
    const [row] = await tx.select().from(clients).where(eq(clients.name, clientName));
    return row === undefined || (await tx.$count(contacts, eq(contacts.clientId, row.id))) > 0 ? null : row;
  });
  if (client === null || client.datasetVersion === null) return;
  const dataset = await openDataset({
    client: {
      id: client.id,
      name: clientName,
      featureFlags: [],
      datasetVersion: String(client.datasetVersion),
      exclusionsRevision: client.exclusionsRevision,
      derivedRevision: client.derivedRevision,
    },
    read: (query) => db.asClient(client.id, query, { readOnly: true }),
    caches,
  });
  const people = await warehouse.rows(
    sql`SELECT toString(item_id) AS contactId, toString(company_id) AS companyId, first_name AS firstName, last_name AS lastName,
        email, if(item_id % 5 = 0, 'other', 'verified') AS emailVerificationStatus, position, seniority, country, location,
        toUInt32(dateDiff('month', started_at, today())) AS tenureMonths, person_url AS personUrl
      FROM ${readTable('team_members')}
      WHERE is_current AND is_synthetic AND email != '' AND company_id GLOBAL IN (
        SELECT __company_id FROM ${dataset.table()} ORDER BY ${join(BEST_FIRST)} LIMIT ${uint(COMPANIES)})
      ORDER BY company_id, item_id LIMIT ${uint(CONTACTS_PER_COMPANY)} BY company_id`,
    personRow,
    { lane: 'jobs' },
  );
  if (people.length === 0) return;
  await db.asClient(client.id, (tx) =>
    tx
      .insert(contacts)
      .values(people.map((person) => ({ clientId: client.id, ...person })))
      .onConflictDoNothing(),
  );
}
