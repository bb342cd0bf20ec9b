import { useDebouncedValue } from '@mantine/hooks';
import type { OutputOf, previewSegment } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { segmentPreviewQuery } from '../queries.ts';
import { definitionOf, type SegmentDraft } from './segment-draft.ts';

const DELAY_MS = 1_000;
const DOMAINS_DELAY_MS = 500;

export interface SegmentPreviewState {
  /** The last result, which stays while a newer one is fetched. */
  readonly result: OutputOf<typeof previewSegment> | undefined;
  /** A newer result is due. */
  readonly isWaiting: boolean;
  readonly error: Error | null;
  /** Why there is nothing to preview. */
  readonly problem: string | null;
  readonly retry: () => void;
}

/** Previews a draft after a pause: half a second for lists of domains, one second for everything else. */
export function useSegmentPreview(
  draft: SegmentDraft,
  segmentId: string | null,
  areFiltersValid: boolean,
): SegmentPreviewState {
  const { clientName, datasetVersion } = useClient();
  // Name, personas and columns don't change the companies.
  const { includedText, excludedText, filters, excludedSegmentIds, isLimited, limit, orderBy, orderDirection } = draft;
  const domains = useMemo(() => ({ includedText, excludedText }), [includedText, excludedText]);
  const rules = useMemo(
    () => ({ filters, excludedSegmentIds, isLimited, limit, orderBy, orderDirection }),
    [filters, excludedSegmentIds, isLimited, limit, orderBy, orderDirection],
  );
  const [slowDomains] = useDebouncedValue(domains, DOMAINS_DELAY_MS);
  const [slowRules] = useDebouncedValue(rules, DELAY_MS);
  const definition = useMemo(() => definitionOf({ ...slowDomains, ...slowRules }), [slowDomains, slowRules]);
  const isCurrent = slowDomains === domains && slowRules === rules;
  const isSound = areFiltersValid && definitionOf(draft) !== null;
  const canPreview = isSound && isCurrent && definition !== null && datasetVersion !== null;
  const query = useQuery({
    ...segmentPreviewQuery({ clientName, version: datasetVersion }, definition ?? NOTHING, segmentId),
    enabled: canPreview,
  });
  const problem =
    datasetVersion === null
      ? 'The dataset has not been built yet'
      : !areFiltersValid
        ? 'Some conditions are not complete'
        : isSound
          ? null
          : 'Please correct any errors';
  return {
    result: query.data,
    isWaiting: problem === null && (!isCurrent || query.isFetching || query.isPlaceholderData),
    error: canPreview ? query.error : null,
    problem,
    retry: () => void query.refetch(),
  };
}

const NOTHING = {
  filters: null,
  inclusions: { domains: [] },
  exclusions: { domains: [], segmentIds: [] },
  limitOptions: null,
};
