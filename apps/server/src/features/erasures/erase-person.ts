import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import type { Verb } from '#server/platform/mount.ts';
import { findEverywhere } from './find-everywhere.ts';
import { soughtOf } from './known-person.ts';
import { personErasure, sealRequest } from './person-erasure.ts';

/**
 * Requests the deletion of a person. Throws VALIDATION_FAILED, CONFLICT if too many entries match, and NOT_FOUND if there
 * is neither a name to keep away nor an entry to delete.
 */
export const erasePerson: Verb<typeof contracts.erasePerson> = async (scope, { note, ...given }) => {
  const sought = soughtOf(given);
  // Fails here, where the caller sees it, rather than in the job.
  const statement = { lane: 'analysis', signal: scope.request.signal } as const;
  const { emails, personUrls, entries } = await findEverywhere(scope, sought, statement);
  if (emails.length + personUrls.length + entries.length === 0) {
    throw new AppError('NOT_FOUND', 'There is no such entry any more.');
  }
  return scope.change(async (tx) => {
    const options = { requestedBy: scope.user.email };
    const jobId = await scope.jobs.enqueue(tx, personErasure, null, sealRequest(scope, sought), options);
    // The trail is kept for good, so it must not name the person.
    return { result: { jobId }, target: 'a person', targetId: jobId, after: { note } };
  });
};
