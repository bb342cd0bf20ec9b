import { instant, join, type Sql, sql, text, uints } from '@quarry/clickhouse';
import { type SegmentRuns, stays } from '#server/features/datasets/segment-members.ts';

/** What recent changes of a segment are compared with. */
export interface Comparison {
  readonly segmentId: string;
  /** A company counts as added if it was not active then. */
  readonly addedSince: Date;
  /** A company counts as removed if it was active then; null if the segment had no companies. */
  readonly removedSince: Date | null;
}

const wasActive = (at: Sql): Sql => sql`(added_at <= ${at} AND (removed_at IS NULL OR removed_at > ${at}))`;

/** How many companies of each segment are new, and how many are gone: `id`, `added`, `removed`. */
export function recentChanges(clientName: string, runs: SegmentRuns, comparisons: readonly Comparison[]): Sql {
  const ids = sql`[${join(comparisons.map(({ segmentId }) => text(segmentId)))}]`;
  const at = (pick: (comparison: Comparison) => Date): Sql =>
    sql`arrayElement([${join(comparisons.map((each) => instant(pick(each))))}], indexOf(${ids}, toString(segment_id)))`;
  const never = new Date(0);
  const addedSince = at((each) => each.addedSince);
  const removedSince = at((each) => each.removedSince ?? never);
  // Companies without a change since then are neither added nor removed.
  return sql`SELECT
      id,
      toUInt32(countIf(is_active AND NOT was_active)) AS added,
      toUInt32(countIf(was_there AND NOT is_active)) AS removed
    FROM (
      SELECT
        toString(segment_id) AS id,
        max(removed_at IS NULL) AS is_active,
        max(${wasActive(addedSince)}) AS was_active,
        max(${wasActive(removedSince)}) AS was_there
      FROM ${stays(clientName, runs)} AND (added_at > ${addedSince} OR removed_at > ${addedSince})
      GROUP BY segment_id, company_id)
    GROUP BY id`;
}

/** How many of these companies are active in each segment: `id`, `companies`. */
export function activeAmong(clientName: string, runs: SegmentRuns, companyIds: readonly string[]): Sql {
  return sql`SELECT toString(segment_id) AS id, toUInt32(count()) AS companies
    FROM ${stays(clientName, runs)} AND removed_at IS NULL AND company_id IN ${uints(companyIds)}
    GROUP BY segment_id`;
}
