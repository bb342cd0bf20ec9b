import { ActionIcon, Checkbox, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useClient } from '../../lib/client-context.tsx';
import { Hint } from '../../ui/Hint.tsx';
import { ComputeNow } from './ComputeNow.tsx';
import { focusDialogStart } from './focus-dialog-start.ts';
import classes from './pending.module.css';
import { refreshText } from './refresh-text.ts';
import { useAddProblem } from './use-add-problem.ts';
import { useRemove } from './use-remove.ts';

/** Data points waiting for the next build; administrators can remove them or have them computed now. */
export function PendingDataPoints() {
  const { pendingFields, nextBuildDueAt } = useClient();
  const canRemove = useAddProblem() === null;
  const { remove, removing } = useRemove();
  if (pendingFields.length === 0) return null;
  const isOne = pendingFields.length === 1;
  return (
    <section aria-labelledby="pending-data-points" className={classes.pending}>
      <Text component="h3" id="pending-data-points" size="sm" fw={600} m={0}>
        On their way
      </Text>
      <Text id="pending-reason" size="xs" c="dimmed">
        {isOne ? 'This data point becomes a column' : 'These data points become columns'} {refreshText(nextBuildDueAt)}.
        Until then there are no values to show.
      </Text>
      <div className={classes.compute}>
        <ComputeNow />
      </div>
      <ul className={classes.list}>
        {pendingFields.map((field) => (
          <li key={field.fieldName} className={classes.item}>
            <Checkbox size="xs" disabled label={field.displayName} aria-describedby="pending-reason" />
            {canRemove && (
              <Hint label="Remove">
                <ActionIcon
                  size="sm"
                  aria-label={`Remove ${field.displayName}`}
                  disabled={removing !== null}
                  onClick={(event) => {
                    const dialog = event.currentTarget.closest('[role="dialog"]');
                    remove(field, () => focusDialogStart(dialog));
                  }}
                >
                  <IconX size={14} aria-hidden="true" />
                </ActionIcon>
              </Hint>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
