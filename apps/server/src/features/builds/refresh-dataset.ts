import type * as contracts from '@quarry/contracts';
import { requestBuild } from '#server/features/datasets/request-build.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Enqueues a build of the account's dataset. Throws BUILD_IN_PROGRESS while another build waits or runs. */
export const refreshDataset: Verb<typeof contracts.refreshDataset> = async (scope) =>
  scope.change(async (tx) => {
    const { client, jobs, user } = scope;
    const jobId = await requestBuild(tx, jobs, client.id, {}, user.email);
    return { result: { jobId }, target: client.name, targetId: client.id, after: { jobId } };
  });
