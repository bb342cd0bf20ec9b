import type * as contracts from '@quarry/contracts';
import { requestComputation } from '#server/features/datasets/request-computation.ts';
import type { Verb } from '#server/platform/mount.ts';

/** Requests the computation of new and changed data points. Refusals: see `requestComputation`. */
export const computeDataPoints: Verb<typeof contracts.computeDataPoints> = async (scope) =>
  scope.change(async (tx) => {
    const { client, jobs, user } = scope;
    const jobId = await requestComputation(tx, jobs, client.id, user.email);
    return { result: { jobId }, target: client.name, targetId: client.id, after: { jobId } };
  });
