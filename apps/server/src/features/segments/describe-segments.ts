import type { Segment } from '@quarry/contracts';
import type { ClientScope } from '#server/platform/scope.ts';
import type { SegmentRow } from './segment.ts';
import { readSizes } from './segment-sizes.ts';

/** Segments as the API describes them, in their order. */
export async function describeSegments(
  scope: ClientScope,
  rows: readonly SegmentRow[],
  now: Date = new Date(),
): Promise<Segment[]> {
  const sizes = await readSizes(scope, rows, now);
  return rows.flatMap((row): Segment[] => {
    const own = sizes.get(row.id);
    if (own === undefined) return [];
    const { id, name, filters, inclusions, exclusions, limitOptions, isDynamic, updateStatus, refreshStatus } = row;
    return [
      {
        id,
        name,
        filters,
        inclusions,
        exclusions,
        limitOptions,
        isDynamic,
        tableOptions: { selectedColumns: row.selectedColumns },
        ...own,
        updateStatus,
        refreshStatus,
        problem: row.problem,
        notFoundDomains: row.notFoundDomains,
        lastComputedAt: row.lastComputedAt?.toISOString() ?? null,
        createdAt: row.createdAt.toISOString(),
        createdBy: row.createdBy,
        segmentPersonas: [],
      },
    ];
  });
}

/** One segment as the API describes it. */
export async function describeSegment(scope: ClientScope, row: SegmentRow): Promise<Segment> {
  const [described] = await describeSegments(scope, [row]);
  if (described === undefined) throw new Error(`The segment ${row.id} was not described`);
  return described;
}
