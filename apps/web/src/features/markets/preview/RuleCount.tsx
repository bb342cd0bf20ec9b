import { Tooltip } from '@mantine/core';
import { ruleCountHint, ruleCountSentence } from './counts-sentence.ts';
import classes from './preview.module.css';
import type { RuleCounts } from './use-market-counts.ts';

/** What one rule does to a market's count: how many would match without it, and for how many nothing is known. */
export function RuleCount(props: { counts: RuleCounts | undefined; isLoading?: boolean }) {
  const { counts } = props;
  if (counts === undefined) return null;
  return (
    <Tooltip label={ruleCountHint(counts)} events={{ hover: true, focus: true, touch: true }}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the hint has to be reachable by keyboard */}
      <span className={classes.ruleCount} tabIndex={0} data-stale={props.isLoading || undefined}>
        {ruleCountSentence(counts)}
      </span>
    </Tooltip>
  );
}
