import { type Sql, sql } from '@quarry/clickhouse';
import { recordType, syncScope } from '@quarry/contracts';
import { z } from 'zod';
import { searchMatch } from '#server/features/companies/search.sql.ts';
import { searchConditions } from '#server/features/companies/search-conditions.ts';
import { type Dataset, withoutIndexes } from '#server/features/datasets/dataset.ts';
import type { StoredSettings } from '#server/features/integrations/integration.ts';

/** Records whose last attempt failed in one way. */
export const failedRecords = z.object({ recordType, field: z.string().nullable(), errorCode: z.string() });
export type FailedRecords = z.infer<typeof failedRecords>;

/** `integration_jobs.scope` of a sync or dry run: the records that it is about. */
export const jobScope = z.discriminatedUnion('kind', [
  /** Everything that the connector's settings say, as far as it has changed. */
  z.object({ kind: z.literal('AUTO') }),
  /** Every record of these; relative dates of the filter count from `day`. */
  z.object({ kind: z.literal('CHOSEN'), ...syncScope.shape, day: z.iso.date() }),
  z.object({ kind: z.literal('FAILED'), ...failedRecords.shape }),
]);
export type JobScope = z.infer<typeof jobScope>;

/** The segments whose included contacts are synced; null for every contact of the companies. */
export function segmentsOf(scope: JobScope, settings: Pick<StoredSettings, 'syncSegmentRecordsOnly' | 'segmentIds'>) {
  if (scope.kind === 'AUTO') return settings.syncSegmentRecordsOnly ? settings.segmentIds : null;
  if (scope.kind === 'CHOSEN') return scope.segmentIds.length === 0 ? null : scope.segmentIds;
  return null;
}

/** The condition on companies. Throws INVALID_FILTER. */
export function companiesInScope(
  dataset: Dataset,
  scope: JobScope,
  settings: Pick<StoredSettings, 'syncSegmentRecordsOnly' | 'segmentIds'>,
): Sql {
  const segmentIds = segmentsOf(scope, settings);
  const inSegments = segmentIds === null ? [] : [dataset.isInSegments(segmentIds)];
  const chosen =
    scope.kind === 'CHOSEN'
      ? [
          searchMatch({
            // The condition also stands outside WHERE.
            ...searchConditions(withoutIndexes(dataset), scope, scope.day),
            companyIds: scope.companyIds,
          }),
        ]
      : [];
  const parts = [...inSegments, ...chosen].filter((part) => !part.isEmpty);
  if (parts.length === 0) return sql`1`;
  return parts.map((part) => sql`(${part})`).reduce((all, part) => sql`${all} AND ${part}`);
}
