import type * as contracts from '@quarry/contracts';
import { asc } from '@quarry/postgres';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import { callVendor } from '#server/features/integrations/access/call-vendor.ts';
import type { Verb } from '#server/platform/mount.ts';
import { readRecordNames } from '../errors/record-names.ts';
import { candidateIdsOf, isAmbiguous } from './ambiguous.ts';

/** Lists the records that several CRM records match, with what the CRM says about these now. */
export const listAmbiguousMatches: Verb<typeof contracts.listAmbiguousMatches> = async (scope, input) => {
  const { integrationId, recordType, limit, offset } = input;
  const of = { clientId: scope.client.id, integrationId, recordType };
  const { rows, count } = await scope.read(async (tx) => {
    const found = await tx
      .select({ recordId: syncStatuses.recordId, candidates: syncStatuses.candidates })
      .from(syncStatuses)
      .where(isAmbiguous(of))
      .orderBy(asc(syncStatuses.recordId))
      .limit(limit)
      .offset(offset);
    return { rows: found, count: await tx.$count(syncStatuses, isAmbiguous(of)) };
  });
  const ids = [...new Set(rows.flatMap(({ candidates }) => candidateIdsOf(candidates)))];
  const read = await callVendor(scope, integrationId, async (vendor, api) =>
    ids.length === 0 ? [] : vendor.readCandidates(api, recordType, ids),
  );
  const candidates = new Map(read.map((candidate) => [candidate.externalId, candidate]));
  const recordIds = rows.map(({ recordId }) => recordId);
  const { signal } = scope.request;
  const nameOf = await readRecordNames(scope, scope.client.id, recordType, recordIds, { signal });
  return {
    count,
    items: rows.map((row) => {
      const { name, domain } = nameOf(row.recordId);
      return {
        recordId: row.recordId,
        record: name,
        domain,
        // Those that were deleted meanwhile can't be chosen.
        candidates: candidateIdsOf(row.candidates).flatMap((id) => candidates.get(id) ?? []),
      };
    }),
  };
};
