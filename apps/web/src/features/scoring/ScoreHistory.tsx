import { Skeleton } from '@mantine/core';
import type { getScoreHistory, OutputOf, SchemaField, ScoringConfig } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../lib/client-context.tsx';
import { formatInstant, plural } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import type { TagNames } from '../datasets/tag-names.ts';
import { minus } from './distribution-layout.ts';
import { historyQuery, scoringConfigsQuery } from './queries.ts';
import classes from './receipt.module.css';
import { signed } from './signed.ts';
import { useRuleText } from './use-rule-text.ts';

type Change = OutputOf<typeof getScoreHistory>['changes'][number];
type MovedRule = Change['rules'][number];

/** Rules that are shown of a change; the others hardly moved the score. */
const SHOWN_RULES = 5;

const REASONS: Readonly<Record<Change['reason'], string>> = {
  rules: 'The rules changed',
  data: 'The company changed',
  both: 'The company or the rules changed',
};

/** When a company's score changed, and which rules or values moved it. */
export default function ScoreHistory(props: { field: SchemaField; companyId: string; tagNames: TagNames }) {
  const { clientName } = useClient();
  const configs = useQuery({ ...scoringConfigsQuery(clientName), refetchInterval: false, staleTime: 30_000 });
  const config = configs.data?.find(({ fieldName }) => fieldName === props.field.fieldName);
  // The receipt above says why there is none.
  if (config === undefined) return null;
  return (
    <section className={classes.history} aria-label={`History of ${config.name}`}>
      <h4 className={classes.heading}>History</h4>
      <Loaded config={config} companyId={props.companyId} tagNames={props.tagNames} />
    </section>
  );
}

function Loaded({ config, companyId, tagNames }: { config: ScoringConfig; companyId: string; tagNames: TagNames }) {
  const { clientName, datasetVersion: version } = useClient();
  const history = useQuery(historyQuery({ clientName, version }, config, companyId));
  if (history.isError) return <ErrorState error={history.error} onRetry={() => void history.refetch()} />;
  if (history.data === undefined) return <Skeleton height={10} role="status" aria-label="Loading the history" />;
  const { changes } = history.data;
  if (changes.length === 0) {
    return (
      <p className={classes.value}>
        The score has not changed since it was first calculated, or in the last 12 months.
      </p>
    );
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that the keyboard can scroll it
    <ol className={classes.changes} tabIndex={0} aria-label={`Changes of ${config.name}`}>
      {changes.map((change) => (
        <ScoreChange key={change.at} change={change} tagNames={tagNames} />
      ))}
    </ol>
  );
}

function ScoreChange({ change, tagNames }: { change: Change; tagNames: TagNames }) {
  const text = useRuleText(tagNames);
  const { at, before, after, reason, rules } = change;
  const rest = rules.length - SHOWN_RULES;
  const valuesText = ({ rule, values }: MovedRule) => {
    if (values === null) return null;
    const [from, to] = [text.value(rule, values.before), text.value(rule, values.after)];
    return <span className={classes.value}>{from === to ? to : `${from} → ${to}`}</span>;
  };
  return (
    <li className={classes.change} data-direction={after > before ? 'up' : 'down'}>
      <div className={classes.entry}>
        <span className={classes.step}>{`${minus(before)} → ${minus(after)}`}</span>
        <time className={classes.when} dateTime={at}>
          {formatInstant(at)}
        </time>
      </div>
      <span className={classes.value}>{REASONS[reason]}</span>
      <ul className={classes.moved}>
        {rules.slice(0, SHOWN_RULES).map((moved) => (
          <li key={text.rule(moved.rule)} className={classes.entry}>
            <span className={classes.rule}>
              {text.rule(moved.rule)}
              {valuesText(moved)}
            </span>
            <span className={classes.points}>{pointsText(moved)}</span>
          </li>
        ))}
        {rest > 0 && <li className={classes.value}>{`and ${plural(rest, 'other rule')}`}</li>}
      </ul>
    </li>
  );
}

function pointsText({ pointsBefore, pointsAfter }: MovedRule): string {
  const after = signed(pointsAfter);
  return pointsBefore === null ? `now ${after}` : `${signed(pointsBefore)} → ${after}`;
}
