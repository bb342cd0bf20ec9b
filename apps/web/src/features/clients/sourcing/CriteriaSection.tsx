import { Alert, Text } from '@mantine/core';
import { countRules, describeFilter } from '@quarry/filters';
import { useMemo } from 'react';
import { LoadingState } from '../../../ui/LoadingState.tsx';
import { findCriteriaProblems } from '../../data-blocks/criteria-problems.ts';
import { nameRuleValue } from '../../data-blocks/data-point-index.ts';
import { MarketCriteriaBuilder } from '../../data-blocks/MarketCriteriaBuilder.tsx';
import { useMarketDataBlocks } from '../../data-blocks/queries.ts';
import type { ClientEditing } from '../use-client-editor.ts';

/** The criteria in words, or in the builder while they are edited. */
export function CriteriaSection({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  const points = useMarketDataBlocks();
  const criteria = draft.sourcingCriteria;
  const problems = useMemo(() => findCriteriaProblems(criteria, points), [criteria, points]);
  if (points.isLoading) return <LoadingState label="Loading the data points" height={80} />;
  if (!isEditing) {
    const words = describeFilter(criteria, points.findField, { nameValue: nameRuleValue(points) });
    return <Text>{words === '' ? 'None' : words}</Text>;
  }
  return (
    <>
      {draft.gfAppFeatureFlags.includes('useMarketsForSourcing') && (
        <Alert color="blue" mb="sm">
          Only the markets of this client bring in companies, because it has the flag useMarketsForSourcing.
        </Alert>
      )}
      <MarketCriteriaBuilder
        value={criteria}
        onChange={(value) => change('sourcingCriteria', value)}
        problems={countRules(criteria) === 0 ? NO_PROBLEMS : problems}
      />
    </>
  );
}

const NO_PROBLEMS: ReadonlyMap<string, string> = new Map();
