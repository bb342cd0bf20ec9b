import type { Segment } from '@quarry/contracts';
import type { ClientScope } from '#server/platform/scope.ts';
import { personasOfSegments } from './personas/persona.ts';
import type { SegmentRow } from './segment.ts';
import { readSizes } from './segment-sizes.ts';

/** Segments as the API describes them, in their order; without their personas unless asked for. */
export async function describeSegments(
  scope: ClientScope,
  rows: readonly SegmentRow[],
  { includesPersonas }: { readonly includesPersonas: boolean },
): Promise<Segment[]> {
  const ids = includesPersonas ? rows.map(({ id }) => id) : [];
  // Before the sizes, so that those beside a search that has ended are its last.
  const personas = await scope.read((tx) => personasOfSegments(tx, scope.client.id, ids));
  const sizes = await readSizes(scope, rows, new Date());
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
        segmentPersonas: personas.get(id) ?? [],
      },
    ];
  });
}

/** One segment with its personas as the API describes it. */
export async function describeSegment(scope: ClientScope, row: SegmentRow): Promise<Segment> {
  const [described] = await describeSegments(scope, [row], { includesPersonas: true });
  if (described === undefined) throw new Error(`The segment ${row.id} was not described`);
  return described;
}
