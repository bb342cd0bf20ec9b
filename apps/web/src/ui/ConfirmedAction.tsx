import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messageOf } from '../lib/api.ts';
import { notifyError, notifyLoading, notifySuccess } from '../lib/notify.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** What an action says of itself: while it runs, when it is done, and as the title of what went wrong. */
export interface ActionWords {
  readonly running: string;
  readonly done: string;
  readonly failed: string;
}

interface ConfirmedActionProps {
  title: string;
  confirmLabel: string;
  words: ActionWords;
  run: () => Promise<unknown>;
  /** Brings what is shown up to date, whether the action went well or not. */
  refresh: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Asks before something is done that cannot be taken back; does it, with a toast that says how it goes, and closes. */
export function ConfirmedAction(props: ConfirmedActionProps) {
  useReturnFocus();
  const { words, run, refresh, onClose } = props;
  const action = useMutation({
    mutationFn: async () => {
      const toast = notifyLoading(words.running);
      try {
        await run();
        notifySuccess(words.done, { id: toast });
      } catch (error) {
        notifyError(messageOf(error), { id: toast, title: words.failed });
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
