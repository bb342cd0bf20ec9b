import { Progress } from '@mantine/core';
import { type ExportItem, exportTitle } from '@quarry/contracts';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { statusBadge } from './export-status.ts';
import classes from './exports.module.css';

export function ExportStatus({ item }: { item: ExportItem }) {
  const { label, state } = statusBadge(item);
  return <StateBadge state={state}>{label}</StateBadge>;
}

/** The status for a table cell, with a bar while the export runs. */
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

export function percentOf({ progress }: Pick<ExportItem, 'progress'>): number {
  return Math.floor(progress * 100);
}
