import { Progress } from '@mantine/core';
import classes from './run-status.module.css';
import { type State, StateBadge } from './StateBadge.tsx';

/** How a job stands, for a table cell: its status, and a bar while it runs. */
export function RunStatus(props: {
  state: State;
  label: string;
  /** What runs, for screen readers. */
  name: string;
  /** Null unless it runs. */
  percent: number | null;
}) {
  const { percent } = props;
  return (
    <span className={classes.status}>
      <StateBadge state={props.state}>{props.label}</StateBadge>
      {percent !== null && (
        <>
          <Progress className={classes.bar} size="sm" animated value={percent} aria-label={`${props.name}: progress`} />
          <span className={classes.percent}>{percent} %</span>
        </>
      )}
    </span>
  );
}
