import { renderInline } from '@quarry/clickhouse';
import { type CompanyRow, companyRow, SEGMENTS_FIELD } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { countContacts } from './count-contacts.ts';
import { rowsByIds } from './search.sql.ts';

/** A search hit: the company's id and the values that its stored row lacks. */
// The underscores keep the aliases apart from a client's columns named `id` or `tags`.
export const companyHit = z
  .object({ __id: z.string(), __tags: z.array(z.string()) })
  .transform(({ __id, __tags }) => ({ id: __id, tags: __tags }));
export type CompanyHit = z.infer<typeof companyHit>;

const storedRow = z.object({ id: z.string(), row: z.string() });
const segmentsRow = z.object({ id: z.string(), segments: z.array(z.string()) });

/** Length of the cached JSON; the parsed rows take several times as much memory. */
const MAX_CACHED_CHARACTERS = 8 * 1024 ** 2;
/** Rows by table and company. Versions never change, and many searches find the same best companies. */
const rowCache = defineCache(() => new LRUCache<string, CompanyRow>({ maxSize: MAX_CACHED_CHARACTERS }));

/** Reads the rows of search hits, in their order, with the number of the account's contacts at each. */
export async function readRows(
  scope: ClientScope,
  dataset: Dataset,
  hits: readonly CompanyHit[],
): Promise<CompanyRow[]> {
  if (hits.length === 0) return [];
  const ids = hits.map(({ id }) => id);
  const [rows, segments, contacts] = await Promise.all([
    readStoredRows(scope, dataset, ids),
    readSegments(scope, dataset, ids),
    countContacts(scope, ids),
  ]);
  return hits.flatMap(({ id, tags }) => {
    const row = rows.get(id);
    const live = { __tags: tags, [SEGMENTS_FIELD]: segments.get(id) ?? [], contacts_count: contacts.get(id) ?? 0 };
    return row === undefined ? [] : [{ ...row, ...live }];
  });
}

/** The segments of companies by id; those of none have no entry. */
async function readSegments(
  scope: ClientScope,
  dataset: Dataset,
  ids: readonly string[],
): Promise<Map<string, string[]>> {
  const statement = dataset.segmentsOf(ids);
  if (statement === null) return new Map();
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const rows = await scope.warehouse.rows(statement, segmentsRow, options);
  return new Map(rows.map(({ id, segments }) => [id, segments]));
}

async function readStoredRows(
  scope: ClientScope,
  dataset: Dataset,
  ids: readonly string[],
): Promise<Map<string, CompanyRow>> {
  const table = renderInline(dataset.rowsTable());
  const cache = rowCache(scope);
  const rows = new Map<string, CompanyRow>();
  for (const id of ids) {
    const row = cache.get(`${table} ${id}`);
    if (row !== undefined) rows.set(id, row);
  }
  const uncached = ids.filter((id) => !rows.has(id));
  if (uncached.length === 0) return rows;
  const options = { lane: 'people', signal: scope.request.signal } as const;
  for (const stored of await scope.warehouse.rows(rowsByIds(dataset, uncached), storedRow, options)) {
    const row = companyRow.parse({ ...dataset.readRow(stored.row), contacts_count: 0 });
    cache.set(`${table} ${stored.id}`, row, { size: stored.row.length });
    rows.set(stored.id, row);
  }
  return rows;
}
