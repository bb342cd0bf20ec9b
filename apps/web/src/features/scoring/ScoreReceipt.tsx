import { Skeleton, Stack, Text } from '@mantine/core';
import type { getScoreReceipt, OutputOf, SchemaField, ScoringConfig } from '@quarry/contracts';
import { describeRule } from '@quarry/filters';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { displayText } from '../../ui/cells/cell-text.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { nameRuleValue, readableValue, toFilterFields } from '../datasets/fields.ts';
import type { TagNames } from '../datasets/tag-names.ts';
import { minus } from './distribution-layout.ts';
import { isUpdating, receiptQuery, scoringConfigsQuery } from './queries.ts';
import classes from './receipt.module.css';
import { type ReceiptLine, receiptLines } from './receipt-lines.ts';
import { signed } from './score-changes.ts';

/** Why a company has its score: each rule in words, with the company's value and the points. */
export default function ScoreReceipt(props: { field: SchemaField; companyId: string; tagNames: TagNames }) {
  const { clientName } = useClient();
  const configs = useQuery({ ...scoringConfigsQuery(clientName), refetchInterval: false, staleTime: 30_000 });
  const config = configs.data?.find(({ fieldName }) => fieldName === props.field.fieldName);
  if (configs.isError) return <ErrorState error={configs.error} onRetry={() => void configs.refetch()} />;
  if (configs.data === undefined) return <Loading />;
  if (config === undefined) return <Text size="sm">This scoring field no longer exists.</Text>;
  return <Loaded config={config} companyId={props.companyId} tagNames={props.tagNames} />;
}

function Loaded({ config, companyId, tagNames }: { config: ScoringConfig; companyId: string; tagNames: TagNames }) {
  const { clientName, datasetVersion: version, companiesSchema } = useClient();
  const receipt = useQuery(receiptQuery({ clientName, version }, config, companyId));
  const describe = useMemo(() => {
    const fields = new Map(toFilterFields(companiesSchema).map((field) => [field.fieldName, field]));
    const nameValue = nameRuleValue(companiesSchema, tagNames);
    return (rule: ScoringConfig['rules'][number]) => describeRule(rule, fields, { nameValue });
  }, [companiesSchema, tagNames]);
  if (receipt.isError) return <ErrorState error={receipt.error} onRetry={() => void receipt.refetch()} />;
  if (receipt.data === undefined) return <Loading />;
  const lines = receiptLines(config.rules, receipt.data.rules);
  return (
    <div className={classes.receipt}>
      <p className={classes.total}>
        <span>{config.name}</span>
        <strong>{minus(receipt.data.total)}</strong>
      </p>
      <ul className={classes.lines} aria-label={`Rules of ${config.name}`}>
        {lines.map((line) => (
          <li key={line.rule.id} className={classes.line} data-verdict={line.verdict}>
            <span className={classes.rule}>
              {describe(line.rule)}
              <span className={classes.value}>{valueText(line, companiesSchema, tagNames)}</span>
            </span>
            <span className={classes.points}>{line.verdict === 'met' ? signed(line.points) : '–'}</span>
          </li>
        ))}
      </ul>
      <Note config={config} receipt={receipt.data} />
    </div>
  );
}

function valueText(line: ReceiptLine, schema: readonly SchemaField[], tagNames: TagNames): string {
  if (line.verdict === 'unknown') return 'Could not be judged: the company has no value';
  const verdict = line.verdict === 'met' ? '' : 'Not met · ';
  const field = schema.find(({ fieldName }) => fieldName === line.rule.field);
  if (field === undefined) return verdict;
  const value = readableValue({ [field.fieldName]: line.value }, field, tagNames);
  return `${verdict}${displayText(field.type, value) || 'no value'}`;
}

/** Why the column may show another number. */
function Note({ config, receipt }: { config: ScoringConfig; receipt: OutputOf<typeof getScoreReceipt> }) {
  const text = isUpdating(config)
    ? 'Updating... The column shows the last score until the new one is calculated.'
    : config.problem !== null
      ? config.problem
      : receipt.score !== null && receipt.score !== receipt.total
        ? `The column shows ${minus(receipt.score)}, from before the company or the rules changed.`
        : null;
  return text === null ? null : (
    <Text size="xs" c="dimmed">
      {text}
    </Text>
  );
}

function Loading() {
  return (
    <Stack gap={8} role="status" aria-label="Loading why the company has this score">
      <Skeleton height={14} width="50%" />
      <Skeleton height={10} />
      <Skeleton height={10} width="80%" />
    </Stack>
  );
}
