import { useDebouncedValue } from '@mantine/hooks';
import type { ScoringRule } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { domainsOf, usePreviewDomains } from './preview-domains.ts';
import { comparisonQuery, distributionQuery, rankedCompaniesQuery } from './queries.ts';
import { rulesKey } from './scoring-draft.ts';

const DELAY_MS = 1_000;

/**
 * What unsaved rules do to the scores: their distribution, the companies that they rank first or last, and both under the
 * saved rules to compare with. `saved` is empty if there is nothing to compare with.
 */
export function useScorePreview(rules: readonly ScoringRule[], saved: readonly ScoringRule[]) {
  const { clientName, datasetVersion: version } = useClient();
  const { userId } = useUser();
  const dataset = { clientName, version };
  const [previewed] = useDebouncedValue(rules, DELAY_MS);
  const previewedKey = rulesKey(previewed);
  const [order, setOrder] = useState<'best' | 'worst'>('best');
  const [range, setRange] = useState<[number, number] | null>(null);
  const [domainsText, setDomainsText] = usePreviewDomains(clientName, userId);
  const [searched] = useDebouncedValue(domainsText, DELAY_MS);
  const domains = domainsOf(searched);
  const isCompared = saved.length > 0 && rulesKey(saved) !== previewedKey;
  const compared = isCompared ? saved : [];

  const distribution = useQuery(distributionQuery(dataset, previewed));
  const before = useQuery(distributionQuery(dataset, compared));
  const comparison = useQuery(comparisonQuery(dataset, compared, previewed));
  const ranked = useQuery(rankedCompaniesQuery(dataset, { rules: previewed, order, domains, scoreRange: range }));
  const companies = ranked.data;
  const shownDomains = (companies ?? []).map(({ __domain }) => __domain).filter((domain) => domain !== '');
  const rankedBefore = useQuery({
    ...rankedCompaniesQuery(dataset, { rules: compared, order: 'best', domains: shownDomains, scoreRange: null }),
    ...(shownDomains.length === 0 || ranked.isPlaceholderData ? { enabled: false } : {}),
  });
  const earlier = isCompared && !ranked.isPlaceholderData ? rankedBefore.data : undefined;
  const scoresBefore = useMemo(
    () => new Map((earlier ?? []).map((company) => [company.__company_id, company.__previewScore])),
    [earlier],
  );
  return {
    /** The edit is not in the preview yet. */
    isBehind: previewedKey !== rulesKey(rules) || distribution.isPlaceholderData,
    distribution,
    before: isCompared ? (before.data ?? null) : null,
    ranked,
    scoresBefore,
    /** Of the scores of all companies; null if there is nothing to compare with. */
    comparison: isCompared ? comparison : null,
    order,
    setOrder,
    range,
    setRange,
    domains,
    domainsText,
    setDomainsText,
  };
}

export type ScorePreview = ReturnType<typeof useScorePreview>;
