import { isDeepStrictEqual } from 'node:util';
import { AppError, type DataBlockConfig } from '@quarry/contracts';
import { and, eq, inArray, sql, type Transaction } from '@quarry/postgres';
import { markets } from '@quarry/postgres/tables/markets';
import { findBlock } from '#server/features/universe/blocks/index.ts';
import type { ConfigUsage } from './config-usages.ts';

/**
 * Marks markets that use a changed config as having unpublished changes, so that approvers review them. Throws
 * CONFIG_IN_USE if a market uses a deleted config.
 */
export async function markConfigChanges(
  tx: Transaction,
  clientId: string,
  change: { readonly before: readonly DataBlockConfig[]; readonly after: readonly DataBlockConfig[] },
  usageOf: (configId: string) => ConfigUsage,
): Promise<void> {
  const after = new Map(change.after.map((config) => [config.configId, config]));
  for (const { configId } of change.before) {
    const usage = usageOf(configId);
    if (after.has(configId) || usage.markets.length === 0) continue;
    throw new AppError('CONFIG_IN_USE', 'This configuration is in use and cannot be deleted.', {
      configId,
      markets: usage.markets.map(({ name }) => name),
    });
  }
  const before = new Map(change.before.map((config) => [config.configId, config]));
  const affected = change.after
    .filter((config) => isChanged(before.get(config.configId), config))
    .flatMap(({ configId }) => usageOf(configId).markets.map(({ id }) => id));
  if (affected.length === 0) return;
  await tx
    .update(markets)
    .set({ hasUnpublishedChanges: true, draftVersion: sql`${markets.draftVersion} + 1` })
    .where(and(eq(markets.clientId, clientId), inArray(markets.id, [...new Set(affected)])));
}

function isChanged(before: DataBlockConfig | undefined, after: DataBlockConfig): boolean {
  if (before === undefined || before.blockName !== after.blockName) return true;
  const block = findBlock(before.blockName);
  if (block === undefined || !block.isParameterisedWithDynamicConfig) return true;
  // Parsing fills in defaults that were introduced after `before` was saved.
  const [parsedBefore, parsedAfter] = [before, after].map(({ config }) => block.configSchema.safeParse(config));
  return parsedBefore?.data === undefined || !isDeepStrictEqual(parsedBefore.data, parsedAfter?.data);
}
