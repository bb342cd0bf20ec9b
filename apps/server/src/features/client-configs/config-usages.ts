import { type FilterGroup, listRules } from '@quarry/filters';
import { asc, eq, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { z } from 'zod';
import type { SavedConfigs } from './saved-configs.ts';

/** The uses of one config. */
export interface ConfigUsage {
  readonly markets: readonly { readonly id: string; readonly name: string }[];
  /** Display names of data points. */
  readonly dataPoints: readonly string[];
  readonly isInSourcingCriteria: boolean;
}

// There can be many large criteria, so the database extracts the ids.
const bothCriteria = sql`jsonb_build_array(${markets.draftCriteria}, ${markets.publishedCriteria})`;
const configIds = sql`jsonb_path_query_array(${bothCriteria}, '$.**.configId')`;
const fieldsWithId = sql`jsonb_path_query_array(${bothCriteria}, '$.**.field ? (@ like_regex "#")')`;
const strings = z.array(z.string());

const UNUSED: ConfigUsage = { markets: [], dataPoints: [], isInSourcingCriteria: false };

const idAfterHash = (field: string): string | undefined => field.split('#', 2)[1];

/** The ids of the configs that criteria use, in a rule's `configId` or after the `#` of its field. */
export function configIdsOf(criteria: FilterGroup | null): Set<string> {
  const ids = new Set<string>();
  if (criteria === null) return ids;
  for (const { field, configId } of listRules(criteria)) {
    const id = configId ?? idAfterHash(field);
    if (id !== undefined) ids.add(id);
  }
  return ids;
}

/**
 * Finds the uses of the account's configs in draft and published markets, data points and sourcing criteria. The result
 * returns the usage of any config id.
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
  const marketsWithIds = rows.map((row) => ({
    market: { id: row.id, name: row.name },
    ids: new Set([
      ...strings.parse(row.configIds),
      ...strings.parse(row.fieldsWithId).flatMap((field) => idAfterHash(field) ?? []),
    ]),
  }));
  const usages = new Map<string, ConfigUsage>();
  const change = (id: string, update: (usage: ConfigUsage) => ConfigUsage) =>
    usages.set(id, update(usages.get(id) ?? UNUSED));
  for (const { market, ids } of marketsWithIds) {
    for (const id of ids) change(id, (usage) => ({ ...usage, markets: [...usage.markets, market] }));
  }
  for (const { configId, displayName, externalName } of fieldDefinitions) {
    if (!configId) continue;
    const name = displayName === '' ? externalName : displayName;
    change(configId, (usage) => ({ ...usage, dataPoints: [...usage.dataPoints, name] }));
  }
  for (const id of configIdsOf(sourcingCriteria)) change(id, (usage) => ({ ...usage, isInSourcingCriteria: true }));
  return (configId) => usages.get(configId) ?? UNUSED;
}

/** Counts the uses per config, without unused configs. */
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
