import type { JobRow } from '#server/platform/jobs/jobs.ts';
import type { ClientScope } from '#server/platform/scope.ts';

/** If the caller may cancel a job, provided that it has not ended. */
export function mayCancel(
  { jobs, permissions, user }: Pick<ClientScope, 'jobs' | 'permissions' | 'user'>,
  { type, requestedBy }: Pick<JobRow, 'type' | 'requestedBy'>,
): 'YES' | 'NOT_ALLOWED' | 'NOT_POSSIBLE' {
  if (!jobs.canBeCancelled(type)) return 'NOT_POSSIBLE';
  return requestedBy === user.email || permissions.includes('ADMIN') ? 'YES' : 'NOT_ALLOWED';
}
