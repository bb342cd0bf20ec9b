import type { Warehouse } from '@quarry/clickhouse';
import { PEOPLE } from '../universe-people.sql.ts';

/** An entry of the universe about a person. */
export interface TestEntry {
  readonly companyId: string;
  readonly itemId: string;
  readonly name: string;
  readonly email: string;
  readonly personUrl: string;
}

/** Adds current employees to the universe. */
export async function addEntries(warehouse: Warehouse, entries: readonly TestEntry[]): Promise<void> {
  const rows = entries.map(({ companyId, itemId, name, email, personUrl }) => ({
    company_id: companyId,
    item_id: itemId,
    raw_name: name,
    first_name: name.split(' ')[0],
    last_name: name.split(' ')[1],
    position: 'Head of Sales',
    email,
    person_url: personUrl,
    is_current: true,
  }));
  await warehouse.insert({ database: PEOPLE.database, table: PEOPLE.name }, rows, { lane: 'jobs' });
}
