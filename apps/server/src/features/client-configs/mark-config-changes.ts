import { isDeepStrictEqual } from 'node:util';
import { AppError, type DataBlockConfig } from '@quarry/contracts';
import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { findBlock } from '#server/features/universe/blocks/index.ts';
import type { ConfigUsage } from './config-usages.ts';

/**
 * Marks the account's markets that use a configuration which now says something else: they have unpublished changes, and
 * whoever approves must have seen them. Throws CONFIG_IN_USE when a configuration is gone that a market uses.
 */
export async function markConfigChanges(
  tx: Transaction,
  clientId: string,
  change: { readonly before: readonly DataBlockConfig[]; readonly after: readonly DataBlockConfig[] },
  usageOf: (configId: string) => ConfigUsage,
): Promise<void> {
  const after = new Map(change.after.map((config) => [config.configId, config]));
  for (const { configId } of change.before) {
    const { markets: users } = usageOf(configId);
    if (after.has(configId) || users.length === 0) continue;
    throw new AppError('CONFIG_IN_USE', 'This configuration is in use and cannot be deleted.', {
      configId,
      markets: users.map(({ name }) => name),
    });
  }
  const before = new Map(change.before.map((config) => [config.configId, config]));
  const touched = change.after
    .filter((config) => saysOtherThan(before.get(config.configId), config))
    .flatMap(({ configId }) => usageOf(configId).markets.map(({ id }) => id));
  if (touched.length === 0) return;
  await tx
    .update(markets)
    .set({ hasUnpublishedChanges: true, draftVersion: sql`${markets.draftVersion} + 1` })
    .where(and(eq(markets.clientId, clientId), inArray(markets.id, [...new Set(touched)])));
}

function saysOtherThan(before: DataBlockConfig | undefined, after: DataBlockConfig): boolean {
  if (before === undefined || before.blockName !== after.blockName) return true;
  const block = findBlock(before.blockName);
  if (block === undefined || !block.isParameterisedWithDynamicConfig) return true;
  // Kept from before a default came to be, one says the same as with the default written out.
  const [meant, means] = [before, after].map(({ config }) => block.configSchema.safeParse(config));
  return meant?.data === undefined || !isDeepStrictEqual(meant.data, means?.data);
}
