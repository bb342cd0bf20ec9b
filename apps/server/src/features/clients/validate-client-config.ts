import type * as contracts from '@quarry/contracts';
import { clientConfig } from '@quarry/contracts';
import { eq } from '@quarry/postgres';
import { clients } from '@quarry/postgres/tables/clients';
import { fromClientRow } from '#server/features/client-configs/client-columns.ts';
import { defaultConfig } from '#server/features/client-configs/default-config.ts';
import type { Verb } from '#server/platform/mount.ts';
import { compareConfigs } from './compare-configs.ts';
import { isSameCriteria } from './count-net-new.ts';
import { mergeConfig } from './edited-config.ts';
import { readBreakingChanges } from './read-breaking-changes.ts';
import { versionsOf } from './saved-config.ts';

/** Checks parts of a config as a save would, and tells what it would change and break. */
export const validateClientConfig: Verb<typeof contracts.validateClientConfig> = async (scope, input) =>
  scope.read(async (tx) => {
    const [row] = await tx.select().from(clients).where(eq(clients.name, input.name));
    const saved = row === undefined ? { ...defaultConfig('new'), clientName: input.name } : fromClientRow(row);
    const versions = row === undefined ? {} : versionsOf(saved);
    const edited = mergeConfig(saved, input.config, row === undefined ? versionsOf(saved) : input.versions);
    const { config } = edited;
    // The config that the caller had read; undefined if the input is not one.
    const base = clientConfig.safeParse({ ...saved, ...input.base }).data;
    const isConflicting = new Set(edited.conflicts);
    return {
      problems: [...edited.problems],
      versions,
      conflicts: base === undefined ? [] : compareConfigs(base, saved).filter(({ part }) => isConflicting.has(part)),
      differences: config === null ? [] : compareConfigs(saved, config),
      breakingChanges: row === undefined || config === null ? [] : await readBreakingChanges(tx, row.id, saved, config),
      isCriteriaChanged: row !== undefined && config !== null && !isSameCriteria(saved, config),
    };
  });
