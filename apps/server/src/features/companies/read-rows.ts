import { renderInline } from '@quarry/clickhouse';
import { type CompanyRow, companyRow } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { countContacts } from './count-contacts.ts';
import { rowsByIds } from './search.sql.ts';

/** A company that a statement found, with what is not in its stored row. */
// A client may call a column of its own `id` or `tags`, and the engine would take these for it.
export const foundCompany = z
  .object({ __id: z.string(), __tags: z.array(z.string()) })
  .transform(({ __id, __tags }) => ({ id: __id, tags: __tags }));
/** A company that a statement found, with what is not in its stored row. */
type FoundCompany = z.infer<typeof foundCompany>;

const storedRow = z.object({ id: z.string(), row: z.string() });

/** Characters of the stored rows that are kept; read, they take some times as much. */
const KEPT_CHARACTERS = 8 * 1024 ** 2;
/** Stored rows by table and company. A version never changes, and many searches find the same best companies. */
const keptRows = defineCache(() => new LRUCache<string, CompanyRow>({ maxSize: KEPT_CHARACTERS }));

/** Fetches the given companies in the given order, with the number of contacts that the account owns at each. */
export async function readRows(
  scope: ClientScope,
  dataset: Dataset,
  found: readonly FoundCompany[],
): Promise<CompanyRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const [rows, contacts] = await Promise.all([readStoredRows(scope, dataset, ids), countContacts(scope, ids)]);
  return found.flatMap(({ id, tags }) => {
    const row = rows.get(id);
    return row === undefined ? [] : [{ ...row, __tags: tags, contacts_count: contacts.get(id) ?? 0 }];
  });
}

async function readStoredRows(
  scope: ClientScope,
  dataset: Dataset,
  ids: readonly string[],
): Promise<Map<string, CompanyRow>> {
  const table = renderInline(dataset.rowsTable());
  const kept = keptRows(scope);
  const rows = new Map<string, CompanyRow>();
  for (const id of ids) {
    const row = kept.get(`${table} ${id}`);
    if (row !== undefined) rows.set(id, row);
  }
  const others = ids.filter((id) => !rows.has(id));
  if (others.length === 0) return rows;
  const options = { lane: 'people', signal: scope.request.signal } as const;
  for (const stored of await scope.warehouse.rows(rowsByIds(dataset, others), storedRow, options)) {
    const row = companyRow.parse({ ...dataset.readRow(stored.row), contacts_count: 0 });
    kept.set(`${table} ${stored.id}`, row, { size: stored.row.length });
    rows.set(stored.id, row);
  }
  return rows;
}
