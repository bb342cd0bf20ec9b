import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { eq, sql } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { countUsages, findConfigUsages } from '#server/features/client-configs/config-usages.ts';
import { readSavedConfigs } from '#server/features/client-configs/saved-configs.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Deletes a config. Throws NOT_FOUND, and CONFIG_IN_USE naming the markets and data points that use it. */
export const deleteDataBlockConfig: Verb<typeof contracts.deleteDataBlockConfig> = async (scope, { configId }) =>
  scope.change(async (tx) => {
    const clientId = scope.client.id;
    const saved = await readSavedConfigs(tx, clientId, 'update');
    const config = saved.configs.find((candidate) => candidate.configId === configId);
    if (config === undefined) throw new AppError('NOT_FOUND', 'There is no such configuration.', { configId });
    const usageOf = await findConfigUsages(tx, clientId, saved);
    const { markets, dataPoints, isInSourcingCriteria } = usageOf(configId);
    if (markets.length > 0 || dataPoints.length > 0 || isInSourcingCriteria) {
      throw new AppError('CONFIG_IN_USE', 'This configuration is in use and cannot be deleted.', {
        markets: markets.map(({ name }) => name),
        dataPoints,
        isInSourcingCriteria,
      });
    }
    const configs = saved.configs.filter((other) => other !== config);
    await tx
      .update(clients)
      .set({ dataBlockConfigs: configs, configVersion: sql`${clients.configVersion} + 1` })
      .where(eq(clients.id, clientId));
    return {
      result: { dataBlockConfigs: configs, usages: countUsages({ ...saved, configs }, usageOf) },
      target: config.label,
      targetId: configId,
      before: config,
    };
  });
