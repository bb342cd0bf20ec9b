import { Skeleton, Spoiler, Text, Title } from '@mantine/core';
import { describeFilter, type FilterGroup, type FilterNode, isGroup } from '@quarry/filters';
import { useMemo } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { indexDataPoints, nameRuleValue } from '../data-blocks/data-point-index.ts';
import classes from './data-directory.module.css';

/** Five lines, in pixels. */
const COLLAPSED_HEIGHT = 103;

/** The sourcing criteria in plain language; undefined while they load. */
export function SourcingCriteria({ criteria }: { criteria: FilterGroup | null | undefined }) {
  return (
    <section className={classes.card} aria-labelledby="sourcing-criteria">
      <Title order={2} id="sourcing-criteria" size="h3">
        Sourcing criteria
      </Title>
      {criteria === undefined ? (
        <div aria-busy="true" className={classes.cardPending}>
          <Skeleton height={10} width="55%" />
          <Skeleton height={10} width="40%" />
        </div>
      ) : criteria === null || criteria.rules.length === 0 ? (
        <Text size="sm" c="dimmed">
          No criteria have been set, so no companies are sourced automatically. Ask your administrator or our team to
          set some.
        </Text>
      ) : (
        <CriteriaInWords criteria={criteria} />
      )}
    </section>
  );
}

function CriteriaInWords({ criteria }: { criteria: FilterGroup }) {
  const { ccmDataBlocksDefinitions, dataBlockConfigs } = useClient();
  const { lead, parts } = useMemo(() => {
    const blocks = ccmDataBlocksDefinitions.map((block) => ({ ...block, ...NOTHING_TO_EDIT }));
    const points = indexDataPoints(blocks, dataBlockConfigs);
    const nameValue = nameRuleValue(points);
    const describe = (node: FilterNode) => ({
      id: node.id,
      text: describeFilter(isGroup(node) ? node : { id: node.id, combinator: 'and', rules: [node] }, points.findField, {
        nameValue,
      }),
    });
    const isList = criteria.not !== true && criteria.rules.length > 1;
    return {
      lead: isList && criteria.combinator === 'or' ? ANY : isList ? ALL : ONE,
      parts: isList ? criteria.rules.map(describe) : [describe(criteria)],
    };
  }, [criteria, ccmDataBlocksDefinitions, dataBlockConfigs]);
  return (
    <Spoiler maxHeight={COLLAPSED_HEIGHT} showLabel="Show all criteria" hideLabel="Show less" fz="sm">
      <Text size="sm" c="dimmed">
        {lead}
      </Text>
      <ul className={classes.criteria}>
        {parts.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </Spoiler>
  );
}

const ONE = 'Each refresh adds companies for which this is true:';
const ALL = 'Each refresh adds companies for which all of these are true:';
const ANY = 'Each refresh adds companies for which any of these is true:';
const NOTHING_TO_EDIT = { deepPreviewSchema: null, deepPreviewFields: [], templates: [] };
