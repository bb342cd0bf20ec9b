import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** A confirmation dialog. Focus starts on Cancel; Escape cancels. */
export function ConfirmDialog(props: {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} centered>
      <Text component="div">{props.children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button color={props.isDangerous ? 'red' : undefined} loading={props.isBusy ?? false} onClick={props.onConfirm}>
          {props.confirmLabel}
        </Button>
      </Group>
    </Modal>
  );
}
