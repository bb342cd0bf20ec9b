import type * as contracts from '@quarry/contracts';
import { AppError, clientConfig } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { clientConfigVersions } from '@quarry/postgres/tables/client-config-versions';
import { readConfig } from '#server/features/client-configs/read-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { compareConfigs } from './compare-configs.ts';

/** Reads an earlier config, and what restoring it would change. Throws NOT_FOUND. */
export const getConfigVersion: Verb<typeof contracts.getConfigVersion> = async (scope, { name, versionId }) =>
  scope.read(async (tx) => {
    const { id, config: current } = await readConfig(tx, { name });
    const [row] = await tx
      .select()
      .from(clientConfigVersions)
      .where(and(eq(clientConfigVersions.clientId, id), eq(clientConfigVersions.id, Number(versionId))));
    if (row === undefined) throw new AppError('NOT_FOUND', 'There is no such earlier config.', { versionId });
    const config = clientConfig.parse(row.config);
    return {
      id: versionId,
      savedAt: row.savedAt.toISOString(),
      savedBy: row.savedBy,
      changedParts: row.changedParts,
      config,
      differences: compareConfigs(current, config),
    };
  });
