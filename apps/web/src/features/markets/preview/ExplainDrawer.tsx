import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { ReadingPanel } from '../../../ui/ReadingPanel.tsx';
import { nameRuleValue } from '../../data-blocks/data-point-index.ts';
import { useMarketDataBlocks } from '../../data-blocks/queries.ts';
import { ExplainedCriteria } from './ExplainedCriteria.tsx';
import classes from './explain.module.css';
import { explainQuery } from './explain-query.ts';
import { type Explanation, explainTree } from './explain-tree.ts';
import type { CompletedPreview } from './market-preview-query.ts';
import { companyOf } from './preview-company.ts';
import { Verdict } from './Verdict.tsx';

/** Explains why a company is in the previewed market: each condition in words, with its value and verdict. */
export default function ExplainDrawer(props: {
  clientName: string;
  preview: CompletedPreview;
  companyId: string;
  onClose: () => void;
}) {
  const { preview, companyId } = props;
  const points = useMarketDataBlocks();
  const query = useQuery(explainQuery(props.clientName, preview, companyId));
  const { allCompanies, netNew } = preview.result;
  const company = [...(allCompanies?.previewData ?? []), ...netNew.previewData]
    .map(companyOf)
    .find((candidate) => candidate.companyId === companyId);
  const name = company?.name ?? 'this company';
  const error = query.error ?? points.error;
  return (
    <ReadingPanel onClose={props.onClose} title={<DrawerTitle name={name} domain={company?.domain ?? ''} />}>
      {error && (query.data === undefined || points.error) ? (
        <ErrorState
          error={error}
          title="Failed to explain this company"
          onRetry={() => {
            void query.refetch();
            if (points.error) points.refetch();
          }}
        />
      ) : query.data && !points.isLoading ? (
        <Stack gap="lg">
          <Facts explanation={query.data} />
          <section aria-labelledby="explained-conditions">
            <Title order={3} id="explained-conditions" mb={6}>
              Condition by condition
            </Title>
            <ExplainedCriteria
              group={explainTree(preview.criteria, query.data, points.findField, { nameValue: nameRuleValue(points) })}
            />
          </section>
        </Stack>
      ) : (
        <Stack gap={14} pt="xs" role="status" aria-label="Loading the explanation">
          {[80, 55, 72, 64, 78, 50].map((share) => (
            <Skeleton key={share} height={12} width={`${share}%`} />
          ))}
        </Stack>
      )}
    </ReadingPanel>
  );
}

function DrawerTitle({ name, domain }: { name: string; domain: string }) {
  return (
    <>
      <Text component="span" fw={600} size="lg" display="block">
        Why is {name} in?
      </Text>
      {domain !== '' && domain !== name && (
        <Text component="span" size="xs" c="dimmed">
          {domain}
        </Text>
      )}
    </>
  );
}

/** The overall verdict, the mandatory rules and whether the company is net new. */
function Facts({ explanation }: { explanation: Explanation }) {
  const { isMatch, meetsMandatoryRules, isNetNew } = explanation;
  return (
    <ul className={classes.facts}>
      <Fact title="Market definition" verdict={<Verdict verdict={isMatch ? 'matches' : 'fails'} />}>
        {isMatch
          ? 'It meets the conditions of this market.'
          : "It doesn't meet the conditions of this market as previewed."}
      </Fact>
      <Fact title="Mandatory rules" verdict={<Verdict verdict={meetsMandatoryRules ? 'matches' : 'fails'} />}>
        {meetsMandatoryRules
          ? "It has a name and its own web address, and isn't a duplicate of another company."
          : "It lacks a name or its own web address, or is a duplicate of another company, so it can't be sourced."}
      </Fact>
      <Fact title="Net new" verdict={isNetNew ? <Verdict verdict="matches" word="yes" /> : <Verdict verdict="no" />}>
        {isNetNew
          ? 'It is not in your dataset yet, so publishing this market would add it.'
          : isMatch && meetsMandatoryRules
            ? 'It is already in your dataset or excluded from it, so publishing this market would not add it.'
            : 'It is not in this market, so publishing this market would not add it.'}
      </Fact>
    </ul>
  );
}

function Fact(props: { title: string; verdict: ReactNode; children: string }) {
  return (
    <li className={classes.fact}>
      <div className={classes.line}>
        <span className={classes.groupText}>{props.title}</span>
        {props.verdict}
      </div>
      <Text size="sm" c="dimmed">
        {props.children}
      </Text>
    </li>
  );
}
