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
 * Saves configurations with their defaults filled in. An edit of what a configuration says reaches every draft at once;
 * markets that use it have unpublished changes from then on, so that no edit slips round review.
 */
export const saveDataBlockConfigs: Verb<typeof contracts.saveDataBlockConfigs> = async (
  scope,
  { dataBlockConfigs },
) => {
  const given = withDefaults(dataBlockConfigs);
  return scope.change(async (tx) => {
    const clientId = scope.client.id;
    const saved = await readSavedConfigs(tx, clientId, 'update');
    const before = new Map(saved.configs.map((config) => [config.configId, config]));
    const after = new Map(before);
    for (const config of given) {
      assertSameBlock(before.get(config.configId), config);
      after.set(config.configId, config);
    }
    const configs = [...after.values()];
    if (configs.length > MAX_DATA_BLOCK_CONFIGS) {
      throw new AppError('VALIDATION_FAILED', `At most ${MAX_DATA_BLOCK_CONFIGS} configurations can be saved`, {
        limit: MAX_DATA_BLOCK_CONFIGS,
      });
    }
    assertUniqueLabels(given, configs);
    await tx
      .update(clients)
      .set({ dataBlockConfigs: configs, configVersion: sql`${clients.configVersion} + 1` })
      .where(eq(clients.id, clientId));
    const usageOf = await findConfigUsages(tx, clientId, saved);
    await markConfigChanges(tx, clientId, { before: saved.configs, after: configs }, usageOf);
    const result = { dataBlockConfigs: configs, usages: countUsages({ ...saved, configs }, usageOf) };
    return {
      result,
      target: given.map(({ label }) => label).join(', '),
      targetId: given.map(({ configId }) => configId).join(', '),
      before: given.flatMap(({ configId }) => before.get(configId) ?? []),
      after: given,
    };
  });
};

function withDefaults(configs: readonly DataBlockConfig[]): DataBlockConfig[] {
  const parsed = parseBlockConfigs(configs);
  return configs.map((given) => ({ ...given, config: { ...parsed.get(given.configId)?.config } }));
}

function assertSameBlock(before: DataBlockConfig | undefined, after: DataBlockConfig): void {
  if (before === undefined || before.blockName === after.blockName) return;
  throw new AppError('VALIDATION_FAILED', 'A saved configuration keeps its data block', {
    configId: after.configId,
    blockName: before.blockName,
  });
}

/** Only what is being saved is held to the rule, so that an old clash elsewhere is in nobody's way. */
function assertUniqueLabels(given: readonly DataBlockConfig[], all: readonly DataBlockConfig[]): void {
  const nameOf = ({ blockName, label }: DataBlockConfig) => `${blockName} ${lowerTrim(label)}`;
  const byName = Map.groupBy(all, nameOf);
  const taken = given.find((config) => (byName.get(nameOf(config))?.length ?? 0) > 1);
  if (taken === undefined) return;
  throw new AppError('NAME_TAKEN', 'Name must be unique', { configId: taken.configId, label: taken.label });
}
