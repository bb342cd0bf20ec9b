import {
  type CallOf,
  type createSegment,
  DEFAULT_SEGMENT_LIMIT,
  MAX_EXCLUDED_DOMAINS,
  MAX_INCLUDED_DOMAINS,
  marketSource,
  RANDOM_ORDER,
  type Segment,
  type SegmentDefinition,
  SOURCES_FIELD,
} from '@quarry/contracts';
import { countRules, type FilterGroup } from '@quarry/filters';
import { z } from 'zod';
import { criteriaKey } from '../../../lib/criteria-key.ts';
import { criteriaDraft } from '../../../lib/local-draft.ts';
import { emptyRoot, newId } from '../../../ui/filter-builder/filter-tree.ts';
import { type PersonaDraft, personaDraft } from '../personas/persona-draft.ts';
import { domainsOf } from './domains.ts';

/** A segment as it is edited. */
export interface SegmentDraft {
  readonly name: string;
  readonly filters: FilterGroup;
  /** One domain per line, as typed. */
  readonly includedText: string;
  readonly excludedText: string;
  readonly excludedSegmentIds: readonly string[];
  readonly isLimited: boolean;
  /** Null while the number is being typed. */
  readonly limit: number | null;
  readonly orderBy: string;
  readonly orderDirection: 'asc' | 'desc';
  readonly isDynamic: boolean;
  /** Null for the columns that the filters use. */
  readonly selectedColumns: readonly string[] | null;
  /** Saved with a new segment; those of a saved one are saved by themselves. */
  readonly personas: readonly PersonaDraft[];
}

/** An edited segment as this browser keeps it. */
export const keptSegmentDraft: z.ZodType<SegmentDraft> = z.object({
  name: z.string(),
  filters: criteriaDraft,
  includedText: z.string(),
  excludedText: z.string(),
  excludedSegmentIds: z.array(z.string()),
  isLimited: z.boolean(),
  limit: z.number().nullable(),
  orderBy: z.string(),
  orderDirection: z.enum(['asc', 'desc']),
  isDynamic: z.boolean(),
  selectedColumns: z.array(z.string()).nullable(),
  personas: z.array(personaDraft),
});

/** An empty segment; `marketId` starts with the companies that the market brought in. */
export function newDraft(marketId: string | undefined): SegmentDraft {
  const root = emptyRoot();
  const source = { id: newId(), field: SOURCES_FIELD, operator: 'containsAnyOf' };
  return {
    name: '',
    filters: marketId === undefined ? root : { ...root, rules: [{ ...source, value: [marketSource(marketId)] }] },
    includedText: '',
    excludedText: '',
    excludedSegmentIds: [],
    isLimited: false,
    limit: DEFAULT_SEGMENT_LIMIT,
    orderBy: RANDOM_ORDER,
    orderDirection: 'desc',
    isDynamic: false,
    selectedColumns: null,
    personas: [],
  };
}

export function savedDraft(segment: Segment): SegmentDraft {
  const { filters, inclusions, exclusions, limitOptions, tableOptions } = segment;
  return {
    name: segment.name,
    filters: filters ?? emptyRoot('root'),
    includedText: inclusions.domains.join('\n'),
    excludedText: exclusions.domains.join('\n'),
    excludedSegmentIds: exclusions.segmentIds,
    isLimited: limitOptions !== null,
    limit: limitOptions?.limit ?? DEFAULT_SEGMENT_LIMIT,
    orderBy: limitOptions?.orderBy ?? RANDOM_ORDER,
    orderDirection: limitOptions?.orderDirection ?? 'desc',
    isDynamic: segment.isDynamic,
    selectedColumns: tableOptions.selectedColumns,
    personas: [],
  };
}

type Definition = Omit<SegmentDraft, 'name' | 'personas' | 'isDynamic' | 'selectedColumns'>;

/** What decides which companies the segment has; null if its limit or a list of domains cannot be saved. */
export function definitionOf(draft: Definition): SegmentDefinition | null {
  const included = domainsOf(draft.includedText);
  const excluded = domainsOf(draft.excludedText);
  if (included.length > MAX_INCLUDED_DOMAINS || excluded.length > MAX_EXCLUDED_DOMAINS) return null;
  if (draft.isLimited && draft.limit === null) return null;
  const { limit, orderBy, orderDirection } = draft;
  return {
    filters: countRules(draft.filters) === 0 ? null : draft.filters,
    inclusions: { domains: included },
    exclusions: { domains: excluded, segmentIds: [...draft.excludedSegmentIds] },
    limitOptions: draft.isLimited && limit !== null ? { limit, orderBy, orderDirection } : null,
  };
}

/** The segment to save; null if its definition cannot be. */
export function bodyOf(draft: SegmentDraft): CallOf<typeof createSegment> | null {
  const definition = definitionOf(draft);
  if (definition === null) return null;
  const selectedColumns = draft.selectedColumns === null ? null : [...draft.selectedColumns];
  return { name: draft.name.trim(), isDynamic: draft.isDynamic, tableOptions: { selectedColumns }, ...definition };
}

export function isDirty(draft: SegmentDraft, base: SegmentDraft): boolean {
  return draftKey(draft) !== draftKey(base);
}

function draftKey(draft: SegmentDraft): string {
  const { filters, name, includedText, excludedText, isLimited, limit, orderBy, orderDirection, ...others } = draft;
  return JSON.stringify([
    name.trim(),
    criteriaKey({ ...filters, id: 'root' }),
    domainsOf(includedText),
    domainsOf(excludedText),
    isLimited && [limit, orderBy, orderDirection],
    [others.excludedSegmentIds, others.isDynamic, others.selectedColumns, others.personas],
  ]);
}
