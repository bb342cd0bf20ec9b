import { Skeleton, Stack, Text } from '@mantine/core';
import type { getScoreReceipt, OutputOf, SchemaField, ScoringConfig } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../lib/client-context.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import type { TagNames } from '../datasets/tag-names.ts';
import { minus } from './distribution-layout.ts';
import { isUpdating, receiptQuery, scoringConfigsQuery } from './queries.ts';
import classes from './receipt.module.css';
import { type ReceiptLine, receiptLines } from './receipt-lines.ts';
import { signed } from './signed.ts';
import { useRuleText } from './use-rule-text.ts';

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
  const { clientName, datasetVersion: version } = useClient();
  const text = useRuleText(tagNames);
  const receipt = useQuery(receiptQuery({ clientName, version }, config, companyId));
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
              {text.rule(line.rule)}
              <span className={classes.value}>{valueText(line, text.value(line.rule, line.value))}</span>
            </span>
            <span className={classes.points}>{line.verdict === 'met' ? signed(line.points) : '–'}</span>
          </li>
        ))}
      </ul>
      <Note config={config} receipt={receipt.data} />
    </div>
  );
}

function valueText({ verdict }: ReceiptLine, value: string): string {
  if (verdict === 'unknown') return 'Could not be judged: the company has no value';
  return verdict === 'met' ? value : `Not met · ${value}`;
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
