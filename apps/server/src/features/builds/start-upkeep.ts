import type { Platform } from '#server/platform/scope.ts';
import { dropRetiredVersions } from './drop-retired-versions.ts';
import { datasetUpkeep, UPKEEP_EVERY_MS } from './upkeep.ts';

/** At the start of a process that works: drops what killed builds left, and schedules the upkeep. */
export async function startDatasetUpkeep(platform: Pick<Platform, 'db' | 'warehouse' | 'jobs'>): Promise<void> {
  await dropRetiredVersions(platform, { orphans: true });
  platform.jobs.schedule(datasetUpkeep, UPKEEP_EVERY_MS, {});
}
