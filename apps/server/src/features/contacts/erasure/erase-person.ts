import type * as contracts from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findEverywhere } from './find-everywhere.ts';
import { soughtNames } from './known-person.ts';
import { personErasure, sealRequest } from './person-erasure.ts';

/** Requests the deletion of a person. Throws VALIDATION_FAILED, and CONFLICT if too many entries match. */
export const erasePerson: Verb<typeof contracts.erasePerson> = async (scope, { note, ...given }) => {
  const sought = soughtNames(given);
  // Fails here, where the caller sees it, rather than in the job.
  await findEverywhere(scope, sought, { lane: 'analysis', signal: scope.request.signal });
  return scope.change(async (tx) => {
    const jobId = await scope.jobs.enqueue(tx, personErasure, null, sealRequest(scope, sought));
    // The trail is kept for good, so it must not name the person.
    return { result: { jobId }, target: 'a person', targetId: jobId, after: { note } };
  });
};
