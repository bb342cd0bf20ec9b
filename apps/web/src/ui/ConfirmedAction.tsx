import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../lib/notify.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** Toast texts: while the action runs, when it is done, and the title of an error. */
interface ActionMessages {
  readonly running: string;
  readonly done: string;
  readonly failed: string;
}

interface ConfirmedActionProps {
  title: string;
  confirmLabel: string;
  messages: ActionMessages;
  run: () => Promise<unknown>;
  /** Refetches the data shown, after success and failure. */
  refresh: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Confirms an irreversible action, runs it with a progress toast, and closes. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  useReturnFocus();
  const { messages, run, refresh, onClose } = props;
  const action = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading(messages.running);
      try {
        await run();
        notifySuccess(messages.done, { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: messages.failed });
      }
      await refresh();
    },
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={props.title}
      confirmLabel={props.confirmLabel}
      cancelLabel="No, cancel"
      isDangerous
      isBusy={action.isPending}
      onConfirm={() => action.mutate()}
      onClose={onClose}
    >
      {props.children}
    </ConfirmDialog>
  );
}
