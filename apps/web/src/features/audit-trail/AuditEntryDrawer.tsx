import { Drawer, Text } from '@mantine/core';
import type { AuditEntry } from '@quarry/contracts';
import { formatUtcInstant } from '../../lib/format.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { actionLabel } from './action-label.ts';
import classes from './audit-trail.module.css';
import { describeChanges } from './describe-changes.ts';

/** An audit entry and the values it changed. */
export default function AuditEntryDrawer({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  useReturnFocus();
  const changes = describeChanges(entry.before, entry.after);
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={620}
      title={
        <Text component="span" fw={600} size="lg">
          {actionLabel(entry.action)}
        </Text>
      }
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <dl className={classes.facts}>
        <dt>Target</dt>
        <dd>{entry.target}</dd>
        {entry.targetId !== null && (
          <>
            <dt>Target ID</dt>
            <dd>{entry.targetId}</dd>
          </>
        )}
        <dt>Who</dt>
        <dd>{entry.actor}</dd>
        <dt>When</dt>
        <dd>{formatUtcInstant(entry.at)} UTC</dd>
        {entry.requestId !== null && (
          <>
            <dt>Request</dt>
            <dd>{entry.requestId}</dd>
          </>
        )}
      </dl>
      {changes.length === 0 ? (
        <Text c="dimmed">No values were recorded for this action.</Text>
      ) : (
        <table className={classes.changes} aria-label="Changes">
          <thead>
            <tr>
              <th scope="col">Value</th>
              <th scope="col">Before</th>
              <th scope="col">After</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.path}>
                <th scope="row">{change.path === '' ? 'value' : change.path}</th>
                <Value text={change.before} />
                <Value text={change.after} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Drawer>
  );
}

function Value({ text }: { text: string | null }) {
  return text === null ? <td className={classes.none}>–</td> : <td>{text}</td>;
}
