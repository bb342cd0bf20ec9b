import type { SegmentDefinition } from '@quarry/contracts';
import { AppError } from '@quarry/contracts';
import { InvalidFilterError } from '@quarry/filters';
import type { Dataset } from '#server/features/datasets/dataset.ts';
import { assertNoCycle, type NamedNode, problemsOnNodes, segmentRef } from '#server/features/datasets/derived-nodes.ts';
import { compileMembership, NEW_SEGMENT } from './membership.sql.ts';
import { usedNodes } from './segment.ts';

/**
 * Throws INVALID_FILTER with the rules that the dataset can't evaluate, VALIDATION_FAILED for unknown segments or an
 * unknown order, and CYCLE if the segment would depend on itself. `all` are the client's tags and segments.
 */
export function assertUsableDefinition(
  dataset: Dataset,
  definition: SegmentDefinition,
  all: readonly NamedNode[],
  segment: { readonly id: string; readonly name: string } | null,
): void {
  const { filters, exclusions } = definition;
  const problems = filters === null ? [] : problemsOnNodes(filters, all, 'segment');
  if (problems.length > 0) throw new InvalidFilterError(problems);
  const known = new Set(all.flatMap(({ kind, id }) => (kind === 'segment' ? [id] : [])));
  const unknown = exclusions.segmentIds.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    const message = `There is no such segment to exclude: ${unknown.join(', ')}`;
    throw new AppError('VALIDATION_FAILED', message, { segmentIds: unknown });
  }
  if (segment !== null) {
    assertNoCycle(all, { ...segmentRef(segment.id), name: segment.name, uses: usedNodes(definition) });
  }
  compileMembership(dataset, definition, NEW_SEGMENT);
}
