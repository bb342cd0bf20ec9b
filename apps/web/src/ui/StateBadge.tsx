import type { ReactNode } from 'react';
import { Hint } from './Hint.tsx';
import classes from './StateBadge.module.css';

/** Each state has the same colour everywhere. */
export type State = 'draft' | 'pending' | 'live' | 'static' | 'failed' | 'running';

export function StateBadge(props: { state: State; children: ReactNode; tooltip?: string }) {
  const badge = (
    <span className={`${classes.badge} ${classes[props.state]}`} {...(props.tooltip ? { tabIndex: 0 } : {})}>
      <span className={classes.dot} aria-hidden />
      {props.children}
    </span>
  );
  return props.tooltip ? <Hint label={props.tooltip}>{badge}</Hint> : badge;
}
