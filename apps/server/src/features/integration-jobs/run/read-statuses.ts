import type { RecordType } from '@quarry/contracts';
import { and, asc, eq, inArray, isNotNull, ne, type Transaction } from '@quarry/postgres';
import { integrationJobs, syncJournal, syncStatuses } from '@quarry/postgres/tables/integrations';

export type StatusRow = typeof syncStatuses.$inferSelect;

interface Of {
  readonly integrationId: string;
  readonly recordType: RecordType;
}

const ofKind = ({ integrationId, recordType }: Of) =>
  and(eq(syncStatuses.integrationId, integrationId), eq(syncStatuses.recordType, recordType));

/** How records stand, by id. */
export async function readStatuses(
  tx: Transaction,
  of: Of,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, StatusRow>> {
  if (recordIds.length === 0) return new Map();
  const rows = await tx
    .select()
    .from(syncStatuses)
    .where(and(ofKind(of), inArray(syncStatuses.recordId, [...recordIds])));
  return new Map(rows.map((row) => [row.recordId, row]));
}

/** The records that are linked to these records of the CRM, by external id. */
export async function readLinked(
  tx: Transaction,
  of: Of,
  externalIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (externalIds.length === 0) return new Map();
  const rows = await tx
    .select({ externalId: syncStatuses.externalId, recordId: syncStatuses.recordId })
    .from(syncStatuses)
    .where(and(ofKind(of), inArray(syncStatuses.externalId, [...externalIds])));
  return new Map(rows.map(({ externalId, recordId }) => [externalId ?? '', recordId]));
}

/** The records of the CRM that were linked under these domains or e-mails. */
export async function readLinksByMatch(
  tx: Transaction,
  of: Of,
  matchKeys: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (matchKeys.length === 0) return new Map();
  const rows = await tx
    .select({ matchKey: syncStatuses.matchKey, externalId: syncStatuses.externalId })
    .from(syncStatuses)
    .where(and(ofKind(of), isNotNull(syncStatuses.externalId), inArray(syncStatuses.matchKey, [...matchKeys])));
  return new Map(rows.map(({ matchKey, externalId }) => [matchKey ?? '', externalId ?? '']));
}

/** A write whose outcome is not known. */
export type Intent = Pick<
  typeof syncJournal.$inferSelect,
  'jobId' | 'recordId' | 'action' | 'externalId' | 'before' | 'after' | 'at'
>;

/** The writes of these records whose outcome no job has learnt, by record; of several the last. */
export async function readIntents(
  tx: Transaction,
  { integrationId, recordType }: Of,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, Intent>> {
  if (recordIds.length === 0) return new Map();
  const { jobId, recordId, action, externalId, before, after, at } = syncJournal;
  const rows = await tx
    .select({ jobId, recordId, action, externalId, before, after, at })
    .from(syncJournal)
    .innerJoin(integrationJobs, eq(integrationJobs.jobId, syncJournal.jobId))
    .where(
      and(
        eq(integrationJobs.integrationId, integrationId),
        eq(syncJournal.recordType, recordType),
        eq(syncJournal.state, 'intended'),
        inArray(syncJournal.recordId, [...recordIds]),
      ),
    )
    .orderBy(asc(at));
  return new Map(rows.map((row) => [row.recordId, row]));
}

/** Of these records, those that a job has finished. */
export async function readFinished(
  tx: Transaction,
  jobId: string,
  recordType: RecordType,
  recordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (recordIds.length === 0) return new Set();
  const rows = await tx
    .select({ recordId: syncJournal.recordId })
    .from(syncJournal)
    .where(
      and(
        eq(syncJournal.jobId, jobId),
        eq(syncJournal.recordType, recordType),
        ne(syncJournal.state, 'intended'),
        inArray(syncJournal.recordId, [...recordIds]),
      ),
    );
  return new Set(rows.map(({ recordId }) => recordId));
}
