import { Alert, Stack, Text } from '@mantine/core';
import type { BreakingChange } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './clients.module.css';
import { Dependants } from './Dependants.tsx';

/** What a config removes, renames or computes from something else, with whatever uses it. */
export function BreakingChanges(props: { clientName: string; changes: readonly BreakingChange[] }) {
  return (
    <Alert color="gold" icon={<IconAlertTriangle aria-hidden />} title="Breaking changes">
      <Stack gap="xs" component="ul" className={classes.plain}>
        {props.changes.map((change) => (
          <li key={`${change.kind} ${change.fieldName}`}>
            <Text size="sm" fw={600}>
              {sentence(change)}
            </Text>
            {change.dependants.length === 0 ? (
              <Text size="sm" c="dimmed">
                Nothing uses it.
              </Text>
            ) : (
              <Dependants clientName={props.clientName} dependants={change.dependants} />
            )}
          </li>
        ))}
      </Stack>
    </Alert>
  );
}

function sentence({ kind, displayName, fieldName, newFieldName }: BreakingChange): string {
  const name = displayName === fieldName ? fieldName : `${displayName} (${fieldName})`;
  switch (kind) {
    case 'REMOVED':
      return `${name} is removed`;
    case 'RENAMED':
      return `${name} is renamed to ${newFieldName ?? ''}; what uses it follows with the next build`;
    case 'CHANGED':
      return `${name} is computed from something else`;
  }
}
