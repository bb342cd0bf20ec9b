import type { SchemaField } from '@quarry/contracts';
import { useCallback } from 'react';
import { messageOf } from '../../lib/api.ts';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { useAddDataPoint, useRemoveDataPoint } from './use-add-data-point.ts';

const UNDO_MS = 10_000;

/**
 * Removes data points, with a toast that offers to undo it. `removing` names the one in progress; `onDone` runs once it is
 * gone from the account.
 */
export function useRemove(): {
  remove: (field: SchemaField, onDone?: () => void) => void;
  removing: string | null;
} {
  const { mutateAsync: removeField, isPending, variables } = useRemoveDataPoint();
  const { mutateAsync: add } = useAddDataPoint();
  const remove = useCallback(
    ({ fieldName, displayName, ccmName, dynamicConfig }: SchemaField, onDone?: () => void) => {
      const internalName = ccmName?.split('#', 1)[0] ?? '';
      const addAgain = () =>
        add({ internalName, configId: dynamicConfig?.configId ?? null, displayName }).catch((error: unknown) =>
          notifyError(messageOf(error), { title: `“${displayName}” could not be added again` }),
        );
      removeField(fieldName).then(
        () => {
          notifySuccess(`“${displayName}” removed`, {
            action: { label: 'Undo', onClick: () => void addAgain() },
            autoCloseMs: UNDO_MS,
          });
          onDone?.();
        },
        (error: unknown) => notifyError(messageOf(error), { title: `“${displayName}” could not be removed` }),
      );
    },
    [removeField, add],
  );
  return { remove, removing: isPending ? variables : null };
}
