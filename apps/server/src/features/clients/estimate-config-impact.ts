import type * as contracts from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { estimateTurnover } from '#server/features/builds/estimate-turnover.ts';
import { fromClientRow } from '#server/features/client-configs/client-columns.ts';
import { findConfigUsages } from '#server/features/client-configs/config-usages.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import { invalidConfig } from '#server/features/client-configs/validate-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { affectedThings } from './affected-things.ts';
import { findBreakingChanges } from './breaking-changes.ts';
import { costsOf, NO_COSTS, readBuildCosts } from './build-costs.ts';
import { changedColumns, readVersionSchema } from './changed-columns.ts';
import { readColumnUses } from './config-users.ts';
import { mergeConfig } from './edited-config.ts';
import { firstBuild, readNextBuild } from './read-next-build.ts';
import { versionsOf } from './saved-config.ts';

/** Computes what saving parts of a config would do. Throws VALIDATION_FAILED if the result is no valid config. */
export const estimateConfigImpact: Verb<typeof contracts.estimateConfigImpact> = async (scope, input) => {
  const { warehouse } = scope;
  const { signal } = scope.request;
  const found = await scope.read(async (tx) => {
    const [row] = await tx.select().from(clients).where(eq(clients.name, input.name));
    const saved = row === undefined ? { ...defaultConfig('new'), clientName: input.name } : fromClientRow(row);
    const versions = row === undefined ? versionsOf(saved) : input.versions;
    const { config, problems } = mergeConfig(saved, input.config, versions);
    if (config === null || problems.length > 0) throw invalidConfig(problems);
    const next = row === undefined ? firstBuild(config) : await readNextBuild(tx, row, config);
    const columns = changedColumns(config, await readVersionSchema(tx, next.datasetVersion));
    if (row === undefined) return { next, columns, affected: [], costs: NO_COSTS };
    const { uses, nodes } = await readColumnUses(tx, row.id);
    const breaking = findBreakingChanges(saved, config, uses, await findConfigUsages(tx, row.id, saved));
    return {
      next,
      columns,
      affected: affectedThings(columns, breaking, uses, nodes),
      costs: await readBuildCosts(tx, row.id),
    };
  });
  const { next, columns, affected, costs } = found;
  const turnovers = await estimateTurnover(warehouse, next, { resetDataset: true }, { countsNetNew: true, signal });
  const { build, other: reset, netNewCompanies } = turnovers;
  return {
    netNewCompanies,
    build,
    reset,
    columns,
    affected,
    ...costsOf(costs, build),
  };
};
