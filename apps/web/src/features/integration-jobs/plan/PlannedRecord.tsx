import { Group, Text } from '@mantine/core';
import type { SyncPlan } from '@quarry/contracts';
import { StateBadge } from '../../../ui/StateBadge.tsx';
import classes from '../integration-jobs.module.css';
import { actionState } from './plan-words.ts';

/** What would happen to one record, field by field. */
export function PlannedRecord({ record }: { record: SyncPlan['sample'][number] }) {
  const { state, label } = actionState(record.action);
  return (
    <article className={classes.record} aria-label={record.record}>
      <Group gap="xs">
        <StateBadge state={state}>{label}</StateBadge>
        <Text size="sm" fw={600}>
          {record.record}
        </Text>
        <Text size="sm" c="dimmed">
          {record.recordType === 'company' ? 'Company' : 'Contact'}
          {record.externalId === null ? '' : ` · ${record.externalId}`}
        </Text>
      </Group>
      {record.reason !== null && (
        <Text size="sm" mt={4}>
          {record.reason}
        </Text>
      )}
      {record.changes.length > 0 && (
        <table className={classes.changes} aria-label={`Changes of ${record.record}`}>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Now</th>
              <th scope="col">Then</th>
            </tr>
          </thead>
          <tbody>
            {record.changes.map((change) => (
              <tr key={change.externalName}>
                <th scope="row">{change.displayName}</th>
                <td className={classes.before}>{change.before ?? '–'}</td>
                <td>{change.after ?? '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  );
}
