import type { SchemaField } from '@quarry/contracts';
import { useCallback } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useAddDataPoint, useWithdrawDataPoint } from './use-add-data-point.ts';

const UNDO_MS = 10_000;

/**
 * Withdraws pending data points, with a toast that offers to undo it. `withdrawing` names the one in progress; `onDone`
 * runs once it is gone from the account.
 */
export function useWithdraw(): {
  withdraw: (field: SchemaField, onDone?: () => void) => void;
  withdrawing: string | null;
} {
  const { mutateAsync: remove, isPending, variables } = useWithdrawDataPoint();
  const { mutateAsync: add } = useAddDataPoint();
  const withdraw = useCallback(
    ({ fieldName, displayName, ccmName, dynamicConfig }: SchemaField, onDone?: () => void) => {
      const internalName = ccmName?.split('#', 1)[0] ?? '';
      const addAgain = () =>
        add({ internalName, configId: dynamicConfig?.configId ?? null, displayName }).catch((error: unknown) =>
          notifyError(messageOf(error), { title: `“${displayName}” could not be added again` }),
        );
      remove(fieldName).then(
        () => {
          notifySuccess(`“${displayName}” withdrawn`, {
            action: { label: 'Undo', onClick: () => void addAgain() },
            autoCloseMs: UNDO_MS,
          });
          onDone?.();
        },
        (error: unknown) => notifyError(messageOf(error), { title: `“${displayName}” could not be withdrawn` }),
      );
    },
    [remove, add],
  );
  return { withdraw, withdrawing: isPending ? variables : null };
}
