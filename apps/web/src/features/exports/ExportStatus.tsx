import { Progress } from '@mantine/core';
import { type ExportItem, exportTitle } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { statusLook } from './export-status.ts';
import classes from './exports.module.css';

/** How an export stands, in a word with its colour. */
export function ExportStatus({ item }: { item: ExportItem }) {
  const { label, state } = statusLook(item);
  return <StateBadge state={state}>{label}</StateBadge>;
}

/** How an export stands, with a bar while it runs: for a cell. */
export function ExportStatusCell({ item }: { item: ExportItem }) {
  return (
    <span className={classes.status}>
      <ExportStatus item={item} />
      {item.status === 'PROCESSING' && (
        <>
          <Progress
            className={classes.bar}
            size="sm"
            value={percentOf(item)}
            aria-label={`${exportTitle(item)}: progress`}
          />
          <span className={classes.percent}>{percentOf(item)} %</span>
        </>
      )}
    </span>
  );
}

/** How much is done, in whole percent. */
export function percentOf({ progress }: Pick<ExportItem, 'progress'>): number {
  return Math.floor(progress * 100);
}
