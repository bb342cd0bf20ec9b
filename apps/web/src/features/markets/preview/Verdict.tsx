import { IconCircleCheckFilled, IconCircleMinus, IconCircleXFilled, IconHelpCircleFilled } from '@tabler/icons-react';
import classes from './explain.module.css';
import type { Verdict as VerdictName } from './explain-tree.ts';

const LOOKS = {
  matches: { Icon: IconCircleCheckFilled, word: 'matches' },
  fails: { Icon: IconCircleXFilled, word: 'does not match' },
  no: { Icon: IconCircleMinus, word: 'no' },
  unknown: { Icon: IconHelpCircleFilled, word: 'unknown' },
} as const;

/** A green, red or grey icon with its word. `no` is neutral, `fails` is red. */
export function Verdict({ verdict, word }: { verdict: VerdictName | 'no'; word?: string }) {
  const { Icon, word: defaultWord } = LOOKS[verdict];
  return (
    <span className={classes.verdict} data-verdict={verdict}>
      <Icon size={16} aria-hidden="true" />
      {word ?? defaultWord}
    </span>
  );
}
