import type { Sql } from '@quarry/clickhouse';
import { z } from 'zod';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import type { ClientScope } from '#server/platform/scope.ts';
import { cachedCount } from './cached-counts.ts';
import { type CompanyHit, companyHit } from './read-rows.ts';
import { countOf, type PageOfSearch, pageOfIds } from './search.sql.ts';

/** Fetching the tags of the page afterwards takes longer than reading them on the way to its end. */
const IN_TABLE_ORDER = { query_plan_optimize_lazy_materialization: 0 };

const countRow = z.object({ __count: z.number() });

/**
 * Finds the page and the number of all matches. In the table's order the engine stops at the end of the page, so a
 * second statement counts if it is asked to; its result is cached, and it runs first because the engine then skips ranges
 * without a match. In any other order the engine reads all matches anyway, so one statement does both.
 */
export async function findHits(
  scope: ClientScope,
  dataset: Dataset,
  search: PageOfSearch & { readonly isCounted: boolean },
): Promise<{ hits: CompanyHit[]; companiesCnt: number; isCounted: boolean }> {
  const { where, order, offset, limit } = search;
  const options = { lane: 'people', signal: scope.request.signal } as const;
  const page = pageOfIds(dataset, search);
  const cached = cachedCount(scope, dataset, where);
  if (!order.isTableOrder) {
    const { rows, rowsBeforeLimit } = await scope.warehouse.rowsWithTotal(page, companyHit, options);
    cached.store(rowsBeforeLimit);
    return { hits: rows, companiesCnt: rowsBeforeLimit, isCounted: true };
  }
  const known = cached.count ?? (search.isCounted ? await countCompanies(scope, dataset, where) : null);
  if (known !== null) cached.store(known);
  if (known !== null && offset >= known) return { hits: [], companiesCnt: known, isCounted: true };
  const hits = await scope.warehouse.rows(page, companyHit, { ...options, settings: IN_TABLE_ORDER });
  if (known !== null) return { hits, companiesCnt: known, isCounted: true };
  const isLastPage = hits.length < limit && (hits.length > 0 || offset === 0);
  return { hits, companiesCnt: hits.length === 0 ? 0 : offset + hits.length, isCounted: isLastPage };
}

async function countCompanies(scope: ClientScope, dataset: Dataset, where: Sql): Promise<number> {
  const [row] = await scope.warehouse.rows(countOf(dataset, where), countRow, {
    lane: 'people',
    signal: scope.request.signal,
  });
  return row?.__count ?? 0;
}
