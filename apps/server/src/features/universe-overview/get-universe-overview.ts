import type { Warehouse } from '@quarry/clickhouse';
import type * as contracts from '@quarry/contracts';
import { UNIVERSE_TOP_VALUES, type UniverseOverview } from '@quarry/contracts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { BLOCKS } from '#server/features/universe/blocks/index.ts';
import { defineCache } from '#server/platform/caches.ts';
import type { Verb } from '#server/platform/mount.ts';
import { countBlock, countCollections, countCompanies } from './universe-overview.sql.ts';

const total = z.coerce.number();
const instant = z.coerce
  .number()
  .transform((milliseconds) => new Date(milliseconds).toISOString())
  .nullable();
const ages = { oldest: instant, newest: instant };
const companiesRow = z.object({
  kind: z.enum(['all', 'source', 'country']),
  value: z.string(),
  companies: total,
  ...ages,
});
const blockRow = z.object({ rows: total, companies: total, ...ages });
const collectionRow = z.object({ block: z.string(), companies: total, ...ages });

/** While an import runs, the counts may be some minutes old. */
const TTL_MS = 10 * 60_000;
const overviewCache = defineCache(() => new LRUCache<string, UniverseOverview>({ max: 1, ttl: TTL_MS }));

/** Counts what the universe holds: companies, and the rows, coverage and age of each data block. */
export const getUniverseOverview: Verb<typeof contracts.getUniverseOverview> = async (scope) => {
  const cache = overviewCache(scope);
  const revision = scope.ledger.revision();
  const cached = cache.get(revision);
  if (cached !== undefined) return { overview: cached };
  const overview = await countUniverse(scope.warehouse, scope.request.signal);
  cache.set(revision, overview);
  return { overview };
};

/** One statement per table, one after the other, so that others who analyse are not kept waiting. */
async function countUniverse(warehouse: Warehouse, signal: AbortSignal): Promise<UniverseOverview> {
  const options = { lane: 'analysis', signal } as const;
  const countedAt = new Date().toISOString();
  const counted = await warehouse.rows(countCompanies(UNIVERSE_TOP_VALUES), companiesRow, options);
  const collections = await warehouse.rows(countCollections, collectionRow, options);
  const all = counted.find(({ kind }) => kind === 'all') ?? NOTHING;
  const blocks: UniverseOverview['blocks'] = [];
  for (const block of BLOCKS) {
    const { blockName, displayName, icon } = block;
    const named = { blockName, displayName, icon };
    if (block.table.name === 'companies') {
      blocks.push({ ...named, rows: all.companies, companies: all.companies, collectedCompanies: null, ...ageOf(all) });
      continue;
    }
    const [found = NOTHING] = await warehouse.rows(countBlock(block), blockRow, {
      ...options,
      settings: { optimize_aggregation_in_order: 1 },
    });
    const { rows, companies } = found;
    if (block.isParameterisedWithDynamicConfig) {
      const collected = collections.find((each) => each.block === blockName) ?? NOTHING;
      blocks.push({ ...named, rows, companies, collectedCompanies: collected.companies, ...ageOf(collected) });
    } else {
      blocks.push({ ...named, rows, companies, collectedCompanies: null, ...ageOf(found) });
    }
  }
  const valuesOf = (of: 'source' | 'country') =>
    counted.flatMap(({ kind, value, companies }) => (kind === of ? [{ value, companies }] : []));
  return {
    countedAt,
    companies: all.companies,
    ...ageOf(all),
    blocks,
    sources: valuesOf('source'),
    countries: valuesOf('country'),
  };
}

const NOTHING = { rows: 0, companies: 0, oldest: null, newest: null };

function ageOf({ oldest, newest }: { readonly oldest: string | null; readonly newest: string | null }) {
  return { oldestAt: oldest, newestAt: newest };
}
