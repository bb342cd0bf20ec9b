import type { JobRow } from '#server/platform/jobs/jobs.ts';
import type { ClientScope } from '#server/platform/scope.ts';

/** Jobs that leave everything as it was when they are cancelled. */
const CANCELLABLE: ReadonlySet<string> = new Set(['dataset-build', 'data-points-compute', 'csv-export']);

/** If the caller may cancel a job, provided that it has not ended. */
export function mayCancel(
  { permissions, user }: Pick<ClientScope, 'permissions' | 'user'>,
  { type, requestedBy }: Pick<JobRow, 'type' | 'requestedBy'>,
): 'YES' | 'NOT_ALLOWED' | 'NOT_POSSIBLE' {
  if (!CANCELLABLE.has(type)) return 'NOT_POSSIBLE';
  return requestedBy === user.email || permissions.includes('ADMIN') ? 'YES' : 'NOT_ALLOWED';
}
