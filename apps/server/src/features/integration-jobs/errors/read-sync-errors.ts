import { RECORD_TYPES, type RecordType, type SyncErrorsExportConfig } from '@quarry/contracts';
import { and, asc, eq, gt, isNotNull, sql } from '@quarry/postgres';
import { integrations, syncStatuses } from '@quarry/postgres/tables/integrations';
import { z } from 'zod';
import type { ClientScope } from '#server/platform/scope.ts';
import { hasFailed } from '../plan/contact-rows.ts';
import { describeError } from './catalogue.ts';
import { readRecordNames } from './record-names.ts';

const ROWS_AT_ONCE = 5_000;
const candidateIds = z.array(z.object({ id: z.string() })).catch([]);

type StatusRow = typeof syncStatuses.$inferSelect;

/** A record with a sync error as people read it. */
export function toSyncError(row: StatusRow, record: string) {
  const errorCode = row.errorCode ?? '';
  return {
    recordType: row.recordType,
    recordId: row.recordId,
    record,
    companyId: row.companyId,
    errorCode,
    field: row.errorField,
    value: row.errorValue,
    externalIds:
      row.externalId === null ? candidateIds.parse(row.candidates ?? []).map(({ id }) => id) : [row.externalId],
    lastSyncAttempt: row.lastSyncAttemptAt?.toISOString() ?? null,
    ...describeError({ errorCode, field: row.errorField, message: row.errorMessage }),
  };
}

/** The records that have sync errors of a connector now, companies first. */
export async function* readSyncErrors(
  scope: Pick<ClientScope, 'client' | 'read' | 'db' | 'warehouse' | 'request'>,
  config: SyncErrorsExportConfig,
) {
  const { recordType } = config;
  for (const kind of recordType === null ? RECORD_TYPES : [recordType]) yield* readKind(scope, config, kind);
}

async function* readKind(
  scope: Pick<ClientScope, 'client' | 'read' | 'db' | 'warehouse' | 'request'>,
  { integrationType, field, errorCode }: SyncErrorsExportConfig,
  recordType: RecordType,
) {
  const clientId = scope.client.id;
  let after = '';
  for (;;) {
    const place = after;
    const rows: StatusRow[] = await scope.read((tx) =>
      tx
        .select()
        .from(syncStatuses)
        .where(
          and(
            eq(syncStatuses.clientId, clientId),
            eq(syncStatuses.recordType, recordType),
            errorCode === null ? isNotNull(syncStatuses.errorCode) : hasFailed({ recordType, field, errorCode }),
            sql`${syncStatuses.integrationId} in (select ${integrations.id} from ${integrations}
              where ${integrations.clientId} = ${clientId} and ${integrations.integrationType} = ${integrationType})`,
            gt(syncStatuses.recordId, place),
          ),
        )
        .orderBy(asc(syncStatuses.recordId))
        .limit(ROWS_AT_ONCE),
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    const ids = rows.map(({ recordId }) => recordId);
    const nameOf = await readRecordNames(scope, clientId, recordType, ids, { signal: scope.request.signal });
    for (const row of rows) yield toSyncError(row, nameOf(row.recordId).name);
    after = last.recordId;
  }
}
