import { formatNumber } from '../../lib/format.ts';
import { Hint } from '../../ui/Hint.tsx';
import { changeHint, changeText } from './segment-state.ts';
import classes from './segments.module.css';

/** A size with its change in the last seven days, which the tooltip explains. */
export function RecentChange(props: { size: number; added: number; removed: number; one: string; many: string }) {
  const { added, removed } = props;
  const change = changeText(added, removed);
  return (
    <Hint label={changeHint(added, removed, props.one, props.many)}>
      <span className={classes.size}>
        {formatNumber(props.size)}
        {change !== null && <span className={classes.change}>{change}</span>}
      </span>
    </Hint>
  );
}
