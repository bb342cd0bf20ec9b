import { ActionIcon, Checkbox, Text, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useClient } from '../../lib/client-context.tsx';
import classes from './pending.module.css';
import { refreshText } from './refresh-text.ts';
import { useAddProblem } from './use-add-problem.ts';
import { useWithdraw } from './use-withdraw.ts';

/** Data points waiting for the next build; administrators can withdraw them until then. */
export function PendingDataPoints() {
  const { pendingFields, nextBuildDueAt } = useClient();
  const canWithdraw = useAddProblem() === null;
  const { withdraw, withdrawing } = useWithdraw();
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
      <ul className={classes.list}>
        {pendingFields.map((field) => (
          <li key={field.fieldName} className={classes.item}>
            <Checkbox size="xs" disabled label={field.displayName} aria-describedby="pending-reason" />
            {canWithdraw && (
              <Tooltip label="Withdraw">
                <ActionIcon
                  size="sm"
                  aria-label={`Withdraw ${field.displayName}`}
                  disabled={withdrawing !== null}
                  onClick={(event) => {
                    const dialog = event.currentTarget.closest('[role="dialog"]');
                    withdraw(field, () => focusDialogStart(dialog));
                  }}
                >
                  <IconX size={14} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Moves the focus to the start of the dialog, since the focused button is gone. */
function focusDialogStart(dialog: Element | null): void {
  if (document.activeElement === document.body) dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
}
