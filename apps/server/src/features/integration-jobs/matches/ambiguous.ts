import { AppError, type MatchCandidate, type RecordType } from '@quarry/contracts';
import { and, eq, type Transaction } from '@quarry/postgres';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import { MULTIPLE_MATCHES } from '../errors/catalogue.ts';
import { readLinked } from '../run/read-statuses.ts';

interface Of {
  readonly clientId: string;
  readonly integrationId: string;
  readonly recordType: RecordType;
}

/** The records that several CRM records match. */
export const isAmbiguous = ({ clientId, integrationId, recordType }: Of) =>
  and(
    eq(syncStatuses.clientId, clientId),
    eq(syncStatuses.integrationId, integrationId),
    eq(syncStatuses.recordType, recordType),
    eq(syncStatuses.errorCode, MULTIPLE_MATCHES),
  );

const storedCandidates = z.array(z.object({ id: z.string() })).catch([]);

export const candidateIdsOf = (candidates: unknown): string[] =>
  storedCandidates.parse(candidates ?? []).map(({ id }) => id);

/** Links a record to a CRM record, or lets the next sync create one. Throws CONFLICT if another record has it. */
export async function linkRecord(tx: Transaction, of: Of, recordId: string, externalId: string | null): Promise<void> {
  if (externalId !== null) {
    const owner = (await readLinked(tx, of, [externalId])).get(externalId);
    if (owner !== undefined && owner !== recordId) {
      throw new AppError('CONFLICT', 'Another record is linked to this CRM record already.', { externalId });
    }
  }
  await tx
    .update(syncStatuses)
    .set({
      externalId,
      mayCreate: externalId === null,
      candidates: null,
      errorCode: null,
      errorField: null,
      errorValue: null,
      errorMessage: null,
      lastSyncStatus: null,
    })
    .where(and(isAmbiguous(of), eq(syncStatuses.recordId, recordId)));
}

const atOf = (text: string | null, missing: number): number => (text === null ? missing : Date.parse(text));

type Better = (one: MatchCandidate, other: MatchCandidate) => number;

const oldestFirst: Better = (one, other) =>
  atOf(one.createdAt, Infinity) - atOf(other.createdAt, Infinity) || one.externalId.localeCompare(other.externalId);

/** The rules by which one of several records is chosen: the best comes first. */
export const BEST_FIRST: Readonly<Record<'OLDEST' | 'MOST_RECENTLY_ACTIVE' | 'MOST_CONTACTS', Better>> = {
  OLDEST: oldestFirst,
  MOST_RECENTLY_ACTIVE: (one, other) =>
    atOf(other.lastModifiedAt, 0) - atOf(one.lastModifiedAt, 0) || oldestFirst(one, other),
  MOST_CONTACTS: (one, other) => (other.contacts ?? 0) - (one.contacts ?? 0) || oldestFirst(one, other),
};
