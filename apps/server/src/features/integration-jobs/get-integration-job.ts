import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findJob, toIntegrationJob } from './integration-job.ts';

/** Returns one of the account's jobs of connectors. Throws NOT_FOUND. */
export const getIntegrationJob: Verb<typeof contracts.getIntegrationJob> = (scope, { jobId }) =>
  scope.read(async (tx) => ({ job: toIntegrationJob(await findJob(tx, scope.client.id, jobId)) }));
