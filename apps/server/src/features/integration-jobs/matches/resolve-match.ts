import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, eq } from '@quarry/postgres';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { candidateIdsOf, isAmbiguous, linkRecord } from './ambiguous.ts';

/** Chooses the CRM record of a company or person. Throws NOT_FOUND, BAD_REQUEST and CONFLICT. */
export const resolveMatch: Verb<typeof contracts.resolveMatch> = (scope, input) => {
  const { integrationId, recordType, recordId, externalId } = input;
  const of = { clientId: scope.client.id, integrationId, recordType };
  return scope.change(async (tx) => {
    const [row] = await tx
      .select({ candidates: syncStatuses.candidates })
      .from(syncStatuses)
      .where(and(isAmbiguous(of), eq(syncStatuses.recordId, recordId)))
      .for('update');
    if (row === undefined)
      throw new AppError('NOT_FOUND', 'This record does not match several CRM records.', { recordId });
    if (externalId !== null && !candidateIdsOf(row.candidates).includes(externalId)) {
      throw new AppError('BAD_REQUEST', 'This CRM record is not one of those that match.', { externalId });
    }
    await linkRecord(tx, of, recordId, externalId);
    return { result: { resolved: 1 }, target: recordId, targetId: integrationId, after: { recordType, externalId } };
  });
};
