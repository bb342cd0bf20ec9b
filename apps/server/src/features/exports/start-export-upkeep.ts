import type { Platform } from '#server/platform/scope.ts';
import { EXPORT_UPKEEP_EVERY_MS, exportUpkeep } from './export-upkeep.ts';

/** At the start of a process that works: schedules the upkeep of exports. */
export function startExportUpkeep(platform: Pick<Platform, 'jobs'>): void {
  platform.jobs.schedule(exportUpkeep, EXPORT_UPKEEP_EVERY_MS, {});
}
