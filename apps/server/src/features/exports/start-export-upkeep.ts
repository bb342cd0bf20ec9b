import type { Platform } from '#server/platform/scope.ts';
import { EXPORT_UPKEEP_CRON, exportUpkeep } from './export-upkeep.ts';

/** At the start of a process that works: schedules the upkeep of exports. */
export async function startExportUpkeep(platform: Pick<Platform, 'jobs'>): Promise<void> {
  await platform.jobs.schedule(exportUpkeep, EXPORT_UPKEEP_CRON, {});
}
