import classes from './share-track.module.css';

/** A share from 0 to 1 as a small bar; the figure beside it says it to screen readers. */
export function ShareTrack({ share }: { share: number }) {
  return (
    <span className={classes.track} aria-hidden="true">
      <span className={classes.fill} style={{ width: `${Math.min(1, share) * 100}%` }} />
    </span>
  );
}
