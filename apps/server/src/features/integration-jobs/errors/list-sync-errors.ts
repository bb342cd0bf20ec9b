import type * as contracts from '@quarry/contracts';
import { and, asc, eq, sql } from '@quarry/postgres';
import { integrations, syncStatuses } from '@quarry/postgres/tables/integrations';
import type { Verb } from '#server/platform/mount.ts';
import { hasFailed } from '../plan/contact-rows.ts';
import { toSyncError } from './read-sync-errors.ts';
import { readRecordNames } from './record-names.ts';

/** Lists the records with one kind of sync error, in the order of their ids. */
export const listSyncErrors: Verb<typeof contracts.listSyncErrors> = async (scope, input) => {
  const { recordType, field = null, errorCode, integrationType, limit, offset } = input;
  const { rows, count } = await scope.read(async (tx) => {
    const chosen = and(
      eq(syncStatuses.clientId, scope.client.id),
      eq(syncStatuses.recordType, recordType),
      hasFailed({ recordType, field, errorCode }),
      sql`${syncStatuses.integrationId} in (select ${integrations.id} from ${integrations}
        where ${integrations.clientId} = ${scope.client.id} and ${integrations.integrationType} = ${integrationType})`,
    );
    const found = await tx
      .select()
      .from(syncStatuses)
      .where(chosen)
      .orderBy(asc(syncStatuses.recordId))
      .limit(limit)
      .offset(offset);
    return { rows: found, count: await tx.$count(syncStatuses, chosen) };
  });
  const ids = rows.map(({ recordId }) => recordId);
  const { signal } = scope.request;
  const nameOf = await readRecordNames(scope, scope.client.id, recordType, ids, { signal });
  return {
    count,
    items: rows.map((row) => toSyncError(row, nameOf(row.recordId).name)),
  };
};
