import { isDeepStrictEqual } from 'node:util';
import type { ClientConfig } from '@quarry/contracts';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { isNetNewTo } from '#server/features/markets/previews/net-new.sql.ts';
import { compileCriteria } from '#server/features/universe/criteria/compile-criteria.ts';
import { countCompanies } from '#server/features/universe/criteria/count-companies.ts';
import { parseBlockConfigs } from '#server/features/universe/criteria/data-point.ts';
import type { StaffScope } from '#server/platform/scope.ts';

/** Counts the companies that match the sourcing criteria and that the client doesn't have. */
export async function countNetNew(
  scope: Pick<StaffScope, 'warehouse' | 'request'>,
  config: ClientConfig,
  datasetVersion: number | null,
): Promise<number> {
  const criteria = compileCriteria(config.sourcingCriteria, {
    today: new Date().toISOString().slice(0, 10),
    configs: parseBlockConfigs(config.dataBlockConfigs),
    staff: true,
  });
  const client = { name: config.clientName, datasetVersion: datasetVersion === null ? null : String(datasetVersion) };
  const { totalNetNewCompanies } = await countCompanies({
    warehouse: scope.warehouse,
    criteria,
    isNetNew: isNetNewTo(client, config.excludeCompanyIds),
    signal: scope.request.signal,
  });
  return totalNetNewCompanies;
}

/** True if two configs find the same companies: the same rules under the same configurations. */
export function isSameCriteria(one: ClientConfig, other: ClientConfig): boolean {
  return isDeepStrictEqual(criteriaOf(one), criteriaOf(other));
}

function criteriaOf({ sourcingCriteria, dataBlockConfigs }: ClientConfig): unknown {
  const used = configIdsOf(sourcingCriteria);
  const configs = dataBlockConfigs
    .filter(({ configId }) => used.has(configId))
    .map(({ configId, blockName, config }) => ({ configId, blockName, config }))
    .toSorted((a, b) => (a.configId < b.configId ? -1 : 1));
  return JSON.parse(JSON.stringify([sourcingCriteria, configs]));
}
