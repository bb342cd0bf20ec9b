import type { Platform } from '#server/platform/scope.ts';
import { clientDeletion, DELETION_EVERY_MS } from './delete-due-clients.ts';

/** Run by each worker process at its start: schedules the deletion of clients whose date has come. */
export function startClientUpkeep({ jobs }: Pick<Platform, 'jobs'>): void {
  jobs.schedule(clientDeletion, DELETION_EVERY_MS, {});
}
