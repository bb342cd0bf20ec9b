import { type FilterGroup, listRules } from '@quarry/filters';
import { asc, eq, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { z } from 'zod';
import type { SavedConfigs } from './saved-configs.ts';

/** What uses one configuration. */
export interface ConfigUsage {
  readonly markets: readonly { readonly id: string; readonly name: string }[];
  /** Display names of data points. */
  readonly dataPoints: readonly string[];
  readonly isInSourcingCriteria: boolean;
}

// There can be many large criteria, so the database looks for the ids in them.
const bothCriteria = sql`jsonb_build_array(${markets.draftCriteria}, ${markets.publishedCriteria})`;
const configIds = sql`jsonb_path_query_array(${bothCriteria}, '$.**.configId')`;
const fieldsWithId = sql`jsonb_path_query_array(${bothCriteria}, '$.**.field ? (@ like_regex "#")')`;
const found = z.array(z.string());

const UNUSED: ConfigUsage = { markets: [], dataPoints: [], isInSourcingCriteria: false };

const idBehind = (field: string): string | undefined => field.split('#', 2)[1];

/** The ids of the configurations that criteria use, beside a rule's field or behind its `#`. */
export function configIdsOf(criteria: FilterGroup | null): Set<string> {
  const ids = new Set<string>();
  if (criteria === null) return ids;
  for (const { field, configId } of listRules(criteria)) {
    const id = configId ?? idBehind(field);
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

/**
 * Finds what uses the account's configurations: markets by their draft or what of them is published, data points of the
 * dataset, and the sourcing criteria. The answer gives a usage for any id, an empty one for those that nothing uses.
 */
export async function findConfigUsages(
  tx: Transaction,
  clientId: string,
  { fieldDefinitions, sourcingCriteria }: Pick<SavedConfigs, 'fieldDefinitions' | 'sourcingCriteria'>,
): Promise<(configId: string) => ConfigUsage> {
  const rows = await tx
    .select({ id: markets.id, name: markets.name, configIds, fieldsWithId })
    .from(markets)
    .where(eq(markets.clientId, clientId))
    .orderBy(asc(markets.name));
  const users = rows.map((row) => ({
    market: { id: row.id, name: row.name },
    ids: new Set([
      ...found.parse(row.configIds),
      ...found.parse(row.fieldsWithId).flatMap((field) => idBehind(field) ?? []),
    ]),
  }));
  const sourcingIds = configIdsOf(sourcingCriteria);
  const usages = new Map<string, ConfigUsage>();
  const change = (id: string, how: (usage: ConfigUsage) => ConfigUsage) =>
    usages.set(id, how(usages.get(id) ?? UNUSED));
  for (const { market, ids } of users) {
    for (const id of ids) change(id, (usage) => ({ ...usage, markets: [...usage.markets, market] }));
  }
  for (const { configId, displayName, externalName } of fieldDefinitions) {
    if (!configId) continue;
    const name = displayName === '' ? externalName : displayName;
    change(configId, (usage) => ({ ...usage, dataPoints: [...usage.dataPoints, name] }));
  }
  for (const id of sourcingIds) change(id, (usage) => ({ ...usage, isInSourcingCriteria: true }));
  return (configId) => usages.get(configId) ?? UNUSED;
}

/** The usages of configurations in the form of the contract; those that nothing uses are left out. */
export function countUsages(
  { configs }: SavedConfigs,
  usageOf: (configId: string) => ConfigUsage,
): Record<string, { markets: number; dataPoints: number }> {
  return Object.fromEntries(
    configs.flatMap(({ configId }) => {
      const usage = usageOf(configId);
      const counts = { markets: usage.markets.length, dataPoints: usage.dataPoints.length };
      return counts.markets + counts.dataPoints === 0 ? [] : [[configId, counts]];
    }),
  );
}
