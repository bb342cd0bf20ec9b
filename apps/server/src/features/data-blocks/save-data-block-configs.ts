import type * as contracts from '@quarry/contracts';
import { AppError, type DataBlockConfig, MAX_DATA_BLOCK_CONFIGS } from '@quarry/contracts';
import { lowerTrim } from '@quarry/filters';
import { eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { countUsages, findConfigUsages } from '#server/features/client-configs/config-usages.ts';
import { markConfigChanges } from '#server/features/client-configs/mark-config-changes.ts';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { Verb } from '#server/platform/mount.ts';

/**
 * Saves configs with their defaults filled in. Changed parameters reach every draft at once and give the markets that
 * use them unpublished changes, so that no change skips review.
 */
export const saveDataBlockConfigs: Verb<typeof contracts.saveDataBlockConfigs> = async (
  scope,
  { dataBlockConfigs },
) => {
  const incoming = withDefaults(dataBlockConfigs);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const saved = await readSavedConfigs(tx, clientId, 'update');
    const before = new Map(saved.configs.map((config) => [config.configId, config]));
    const after = new Map(before);
    for (const config of incoming) {
      assertSameBlock(before.get(config.configId), config);
      after.set(config.configId, config);
    }
    const configs = [...after.values()];
    if (configs.length > MAX_DATA_BLOCK_CONFIGS) {
      throw new AppError('VALIDATION_FAILED', `At most ${MAX_DATA_BLOCK_CONFIGS} configurations can be saved`, {
        limit: MAX_DATA_BLOCK_CONFIGS,
      });
    }
    assertUniqueLabels(incoming, configs);
    await tx
      .update(clients)
      .set({ dataBlockConfigs: configs, configVersion: sql`${clients.configVersion} + 1` })
      .where(eq(clients.id, clientId));
    const usageOf = await findConfigUsages(tx, clientId, saved);
    await markConfigChanges(tx, clientId, { before: saved.configs, after: configs }, usageOf);
    const result = { dataBlockConfigs: configs, usages: countUsages({ ...saved, configs }, usageOf) };
    return {
      result,
      target: incoming.map(({ label }) => label).join(', '),
      targetId: incoming.map(({ configId }) => configId).join(', '),
      before: incoming.flatMap(({ configId }) => before.get(configId) ?? []),
      after: incoming,
    };
  });
};

function withDefaults(configs: readonly DataBlockConfig[]): DataBlockConfig[] {
  const parsed = parseBlockConfigs(configs);
  return configs.map((config) => ({ ...config, config: { ...parsed.get(config.configId)?.config } }));
}

function assertSameBlock(before: DataBlockConfig | undefined, after: DataBlockConfig): void {
  if (before === undefined || before.blockName === after.blockName) return;
  throw new AppError('VALIDATION_FAILED', 'The data block of a saved configuration cannot be changed', {
    configId: after.configId,
    blockName: before.blockName,
  });
}

/** Checks only the configs being saved, so that an existing clash doesn't block others. */
function assertUniqueLabels(incoming: readonly DataBlockConfig[], all: readonly DataBlockConfig[]): void {
  const nameOf = ({ blockName, label }: DataBlockConfig) => `${blockName} ${lowerTrim(label)}`;
  const byName = Map.groupBy(all, nameOf);
  const taken = incoming.find((config) => (byName.get(nameOf(config))?.length ?? 0) > 1);
  if (taken === undefined) return;
  throw new AppError('NAME_TAKEN', 'Name must be unique', { configId: taken.configId, label: taken.label });
}
