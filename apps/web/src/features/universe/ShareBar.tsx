import { formatPercentage } from '../../lib/format.ts';
import { ShareTrack } from '../../ui/ShareTrack.tsx';
import classes from './universe.module.css';

/** A share of all companies as a figure and a bar. */
export function ShareBar({ share }: { share: number }) {
  return (
    <span className={classes.share}>
      <ShareTrack share={share} />
      <span className={classes.percent}>{formatPercentage(share)}</span>
    </span>
  );
}
