import type { AuditEntry } from '@quarry/contracts';
import { formatUtcInstant, relativeInstant } from '../../lib/format.ts';
import type { TableColumn } from '../../ui/table/types.ts';
import { actionLabel } from './action-label.ts';
import classes from './audit-trail.module.css';
import { summariseChanges } from './describe-changes.ts';

const AT_WIDTH = 190;
const ACTOR_WIDTH = 240;
const ACTION_WIDTH = 220;
const TARGET_WIDTH = 240;
const MIN_CHANGES_WIDTH = 260;

/** Columns for a table `width` pixels wide. */
export function auditColumns(width: number, onOpen: (entry: AuditEntry) => void): TableColumn<AuditEntry>[] {
  return [
    {
      id: 'at',
      header: 'When (UTC)',
      width: AT_WIDTH,
      cell: (entry) => <span data-hint={relativeInstant(entry.at)}>{formatUtcInstant(entry.at)}</span>,
      copy: (entry) => entry.at,
    },
    {
      id: 'actor',
      header: 'Who',
      width: ACTOR_WIDTH,
      cell: (entry) => <span data-hint-overflow="">{entry.actor}</span>,
      copy: (entry) => entry.actor,
    },
    {
      id: 'action',
      header: 'Action',
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
      header: 'Target',
      width: TARGET_WIDTH,
      cell: (entry) => <span data-hint-overflow="">{entry.target}</span>,
      copy: (entry) => entry.target,
    },
    {
      id: 'changes',
      header: 'Changes',
      width: Math.max(MIN_CHANGES_WIDTH, width - AT_WIDTH - ACTOR_WIDTH - ACTION_WIDTH - TARGET_WIDTH),
      cell: (entry) => <span data-hint-overflow="">{summariseChanges(entry.before, entry.after)}</span>,
      copy: (entry) => summariseChanges(entry.before, entry.after),
    },
  ];
}
