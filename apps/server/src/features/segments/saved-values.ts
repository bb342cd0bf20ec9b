import type * as contracts from '@quarry/contracts';
import type { InputOf } from '@quarry/contracts';
import type { SegmentRow } from './segment.ts';

type SavedSegment = InputOf<typeof contracts.createSegment>;

/** The columns of `segments` that a person saves. */
export function savedValues({ name, filters, inclusions, exclusions, limitOptions, ...rest }: SavedSegment) {
  const { isDynamic, tableOptions } = rest;
  const { selectedColumns } = tableOptions;
  return { name, filters, inclusions, exclusions, limitOptions, isDynamic, selectedColumns };
}

/** A segment in the audit trail: lists of domains by their size. */
export function auditValues(segment: Pick<SegmentRow, keyof ReturnType<typeof savedValues>>) {
  const { name, filters, inclusions, exclusions, limitOptions, isDynamic } = segment;
  return {
    name,
    filters,
    includedDomains: inclusions.domains.length,
    excludedDomains: exclusions.domains.length,
    excludedSegments: exclusions.segmentIds,
    limitOptions,
    isDynamic,
  };
}
