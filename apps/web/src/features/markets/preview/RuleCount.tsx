import { Hint } from '../../../ui/Hint.tsx';
import { ruleCountHint, ruleCountSentence } from './counts-sentence.ts';
import classes from './preview.module.css';
import type { RuleCounts } from './use-market-counts.ts';

/** A rule's effect on the market's count: companies that would match without it, and how many lack a value. */
export function RuleCount(props: { counts: RuleCounts | undefined; isLoading?: boolean }) {
  const { counts } = props;
  if (counts === undefined) return null;
  return (
    <Hint label={ruleCountHint(counts)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the hint must be reachable by keyboard */}
      <span className={classes.ruleCount} tabIndex={0} data-stale={props.isLoading || undefined}>
        {ruleCountSentence(counts)}
      </span>
    </Hint>
  );
}
