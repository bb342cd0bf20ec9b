import type * as contracts from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { and, asc, gt } from '@quarry/postgres';
import { syncStatuses } from '@quarry/postgres/tables/integrations';
import { callVendor } from '#server/features/integrations/access/call-vendor.ts';
import { readIntegration } from '#server/features/integrations/integration.ts';
import type { Verb } from '#server/platform/mount.ts';
import { BEST_FIRST, candidateIdsOf, isAmbiguous, linkRecord } from './ambiguous.ts';

const RECORDS_AT_ONCE = 200;

/** Chooses the CRM records of all ambiguous records by a rule. Those whose best record is another's stay ambiguous. */
export const resolveMatches: Verb<typeof contracts.resolveMatches> = async (scope, input) => {
  const { integrationId, recordType, rule } = input;
  const of = { clientId: scope.client.id, integrationId, recordType };
  const chosen = await callVendor(scope, integrationId, async (vendor, api) => {
    const best = new Map<string, string>();
    for (let after = ''; ; ) {
      const rows = await scope.read((tx) =>
        tx
          .select({ recordId: syncStatuses.recordId, candidates: syncStatuses.candidates })
          .from(syncStatuses)
          .where(and(isAmbiguous(of), gt(syncStatuses.recordId, after)))
          .orderBy(asc(syncStatuses.recordId))
          .limit(RECORDS_AT_ONCE),
      );
      const last = rows.at(-1);
      if (last === undefined) return best;
      const ids = [...new Set(rows.flatMap(({ candidates }) => candidateIdsOf(candidates)))];
      const known = new Map((await vendor.readCandidates(api, recordType, ids)).map((one) => [one.externalId, one]));
      for (const { recordId, candidates } of rows) {
        const [first] = candidateIdsOf(candidates)
          .flatMap((id) => known.get(id) ?? [])
          .sort(BEST_FIRST[rule]);
        if (first !== undefined) best.set(recordId, first.externalId);
      }
      after = last.recordId;
    }
  });
  return scope.change(async (tx) => {
    const { integrationType } = await readIntegration(tx, scope.client.id, integrationId);
    let resolved = 0;
    for (const [recordId, externalId] of chosen) {
      try {
        await linkRecord(tx, of, recordId, externalId);
        resolved += 1;
      } catch (error) {
        if (!(error instanceof AppError) || error.errorCode !== 'CONFLICT') throw error;
      }
    }
    return {
      result: { resolved },
      target: integrationType,
      targetId: integrationId,
      after: { recordType, rule, resolved },
    };
  });
};
