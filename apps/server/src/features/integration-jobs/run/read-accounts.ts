import { and, type Database, eq, inArray } from '@quarry/postgres';
import { syncJournal } from '@quarry/postgres/tables/integrations';
import type { AccountState } from './decide.ts';
import { readStatuses } from './read-statuses.ts';
import { OWN_STATUS, type ResultsOf } from './record-result.ts';

/** How the companies of contacts stand with the connector. */
export async function readAccountStates(
  db: Database,
  { clientId, integrationId }: ResultsOf,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, AccountState>> {
  const of = { integrationId, recordType: 'company' } as const;
  const statuses = await db.asClient(clientId, (tx) => readStatuses(tx, of, companyIds), { readOnly: true });
  return new Map(
    [...statuses].map(([id, { externalId, isSyncDisabled, lastSyncStatus }]): [string, AccountState] => {
      if (externalId !== null && !isSyncDisabled) return [id, { externalId }];
      return [id, lastSyncStatus === 'FAILED' ? 'FAILED' : 'SKIPPED'];
    }),
  );
}

/** The same in a dry run, in which the job's own plan decides. */
export async function readPlannedAccounts(
  db: Database,
  of: ResultsOf,
  companyIds: readonly string[],
): Promise<ReadonlyMap<string, AccountState>> {
  const known = new Map(await readAccountStates(db, of, companyIds));
  const rows = await db.asClient(
    of.clientId,
    (tx) =>
      tx
        .select({
          recordId: syncJournal.recordId,
          state: syncJournal.state,
          externalId: syncJournal.externalId,
          reason: syncJournal.reason,
        })
        .from(syncJournal)
        .where(
          and(
            eq(syncJournal.jobId, of.jobId),
            eq(syncJournal.recordType, 'company'),
            inArray(syncJournal.recordId, [...companyIds]),
          ),
        ),
    { readOnly: true },
  );
  for (const { recordId, state, externalId, reason } of rows) {
    if (typeof known.get(recordId) === 'object' && state !== 'refused') continue;
    if (state === 'planned' || externalId !== null) known.set(recordId, { externalId: externalId ?? '' });
    else if (state !== 'skipped') known.set(recordId, 'FAILED');
    // Any other reason leaves the company's status as it was.
    else if (OWN_STATUS.has(reason ?? '') || !known.has(recordId)) known.set(recordId, 'SKIPPED');
  }
  return known;
}
