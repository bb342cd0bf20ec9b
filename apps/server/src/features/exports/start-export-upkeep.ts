import type { Platform } from '#server/platform/scope.ts';
import { EXPORT_UPKEEP_EVERY_MS, exportUpkeep } from './export-upkeep.ts';

/** Run by each worker process at its start. */
export function startExportUpkeep(platform: Pick<Platform, 'jobs'>): void {
  platform.jobs.schedule(exportUpkeep, EXPORT_UPKEEP_EVERY_MS, {});
}
