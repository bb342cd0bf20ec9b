import { isDeepStrictEqual } from 'node:util';
import type { ClientConfig } from '@quarry/contracts';
import { compileSourcing } from '#server/features/builds/source-companies.ts';
import { configIdsOf } from '#server/features/client-configs/config-usages.ts';
import { isNetNewTo } from '#server/features/markets/previews/net-new.sql.ts';
import { countCompanies } from '#server/features/universe/criteria/count-companies.ts';
import type { StaffScope } from '#server/platform/scope.ts';

/** Counts the companies that match the sourcing criteria and that the client doesn't have. */
export async function countNetNew(
  scope: Pick<StaffScope, 'warehouse' | 'request'>,
  config: ClientConfig,
  datasetVersion: number | null,
): Promise<number> {
  const criteria = compileSourcing(config, new Date());
  const client = { name: config.clientName, datasetVersion: datasetVersion === null ? null : String(datasetVersion) };
  const { totalNetNewCompanies } = await countCompanies({
    warehouse: scope.warehouse,
    criteria,
    isNetNew: isNetNewTo(client, config.excludeCompanyIds),
    byRule: false,
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
