import { Stack, Text } from '@mantine/core';
import type { AuditEntry } from '@quarry/contracts';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../lib/client-context.tsx';
import { formatUtcInstant } from '../../lib/format.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { LoadingState } from '../../ui/LoadingState.tsx';
import { ReadingPanel } from '../../ui/ReadingPanel.tsx';
import { actionLabel } from './action-label.ts';
import classes from './audit-trail.module.css';
import { describeChanges } from './describe-changes.ts';
import { auditEntryQuery } from './queries.ts';

/** Shows one entry of the audit trail and the values that it changed. */
export default function AuditEntryDrawer(props: {
  entryId: string;
  /** The entry, if the list has it. */
  listed: AuditEntry | undefined;
  onClose: () => void;
}) {
  const { clientName } = useClient();
  const entry = useQuery(auditEntryQuery(clientName, props.entryId, props.listed));
  return (
    <ReadingPanel
      onClose={props.onClose}
      width={620}
      title={
        <Text component="span" fw={600} size="lg">
          {entry.data === undefined ? 'Change' : actionLabel(entry.data.action)}
        </Text>
      }
    >
      {entry.isError ? (
        <ErrorState title="Failed to fetch the change" error={entry.error} onRetry={() => void entry.refetch()} />
      ) : entry.data === undefined ? (
        <LoadingState label="Loading the change" />
      ) : (
        <EntryDetails entry={entry.data} />
      )}
    </ReadingPanel>
  );
}

function EntryDetails({ entry }: { entry: AuditEntry }) {
  const changes = describeChanges(entry.before, entry.after);
  return (
    <Stack gap="lg">
      <Facts>
        <Fact label="Target">{entry.target}</Fact>
        {entry.targetId !== null && <Fact label="Target ID">{entry.targetId}</Fact>}
        <Fact label="Who">{entry.actor}</Fact>
        <Fact label="When">{formatUtcInstant(entry.at)} UTC</Fact>
        {entry.requestId !== null && <Fact label="Request">{entry.requestId}</Fact>}
      </Facts>
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
    </Stack>
  );
}

function Value({ text }: { text: string | null }) {
  return text === null ? <td className={classes.none}>–</td> : <td>{text}</td>;
}
