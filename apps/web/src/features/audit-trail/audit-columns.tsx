import type { AuditEntry } from '@quarry/contracts';
import { formatUtcInstant, relativeInstant } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/table/types.ts';
import { actionLabel } from './action-label.ts';
import classes from './audit-trail.module.css';

const AT_WIDTH = 190;
const ACTOR_WIDTH = 280;
const ACTION_WIDTH = 260;
const MIN_TARGET_WIDTH = 220;

/** Columns for a table `width` pixels wide. */
export function auditColumns(width: number, onOpen: (entry: AuditEntry) => void): TableColumn<AuditEntry>[] {
  return [
    {
      id: 'at',
      header: 'WHEN (UTC)',
      width: AT_WIDTH,
      cell: (entry) => <span data-hint={relativeInstant(entry.at)}>{formatUtcInstant(entry.at)}</span>,
      copy: (entry) => entry.at,
    },
    {
      id: 'actor',
      header: 'WHO',
      width: ACTOR_WIDTH,
      cell: (entry) => <span data-hint-overflow="">{entry.actor}</span>,
      copy: (entry) => entry.actor,
    },
    {
      id: 'action',
      header: 'ACTION',
      width: ACTION_WIDTH,
      cell: (entry) => (
        <button type="button" tabIndex={-1} className={classes.action} onClick={() => onOpen(entry)}>
          {actionLabel(entry.action)}
        </button>
      ),
      copy: (entry) => actionLabel(entry.action),
    },
    {
      id: 'target',
      header: 'TARGET',
      width: Math.max(MIN_TARGET_WIDTH, width - AT_WIDTH - ACTOR_WIDTH - ACTION_WIDTH),
      cell: (entry) => <span data-hint-overflow="">{entry.target}</span>,
      copy: (entry) => entry.target,
    },
  ];
}
