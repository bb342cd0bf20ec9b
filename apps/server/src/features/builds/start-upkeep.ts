import type { Platform } from '#server/platform/scope.ts';
import { dropRetiredVersions } from './drop-retired-versions.ts';
import { datasetUpkeep, UPKEEP_EVERY_MS } from './upkeep.ts';

/** Run by each worker process at its start: drops leftovers of killed builds and schedules the upkeep. */
export async function startDatasetUpkeep(platform: Pick<Platform, 'db' | 'warehouse' | 'jobs'>): Promise<void> {
  await dropRetiredVersions(platform, { orphans: true });
  platform.jobs.schedule(datasetUpkeep, UPKEEP_EVERY_MS, {});
}
