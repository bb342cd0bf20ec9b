import { companySearch } from '@quarry/contracts';
import type { FilterGroup } from '@quarry/filters';
import { eq } from '@quarry/postgres';
import { contacts } from '@quarry/postgres/tables/contacts';
import { z } from 'zod';
import { openDataset } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { searchWhere, selectedCompanies } from './search.sql.ts';
import { searchConditions, searchOrder } from './search-conditions.ts';

/** Ids per statement. */
const BATCH = 50_000;
const idRow = z.object({ __id: z.string() });

/** The ids of the companies that match the filters and at which the account has contacts. Throws INVALID_FILTER. */
export async function matchingCompaniesWithContacts(scope: ClientScope, filters: FilterGroup): Promise<string[]> {
  const dataset = await openDataset(scope);
  const search = companySearch.parse({ filters });
  const conditions = searchConditions(dataset, search);
  const rows = await scope.read((tx) =>
    tx.selectDistinct({ companyId: contacts.companyId }).from(contacts).where(eq(contacts.clientId, scope.client.id)),
  );
  const found: string[] = [];
  for (let start = 0; start < rows.length; start += BATCH) {
    const companyIds = rows.slice(start, start + BATCH).map(({ companyId }) => companyId);
    const where = searchWhere({ ...conditions, companyIds });
    const statement = selectedCompanies(dataset, where, searchOrder(dataset, search).by, BATCH);
    const matching = await scope.warehouse.rows(statement, idRow, { lane: 'people', signal: scope.request.signal });
    found.push(...matching.map((row) => row.__id));
  }
  return found;
}
