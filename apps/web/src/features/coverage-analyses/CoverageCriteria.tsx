import { Card, Title } from '@mantine/core';
import type { FilterGroup } from '@quarry/filters';
import { MarketCriteriaBuilder } from '../data-blocks/MarketCriteriaBuilder.tsx';

/** The card with the criteria that are compared with the targets. */
export function CoverageCriteria(props: {
  criteria: FilterGroup;
  problems: ReadonlyMap<string, string>;
  onChange: (criteria: FilterGroup) => void;
}) {
  return (
    <Card withBorder component="section" aria-labelledby="coverage-criteria">
      <Title order={2} id="coverage-criteria" mb="sm">
        Sourcing criteria
      </Title>
      <MarketCriteriaBuilder value={props.criteria} onChange={props.onChange} problems={props.problems} />
    </Card>
  );
}
