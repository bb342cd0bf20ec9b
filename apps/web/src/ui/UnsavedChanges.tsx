import { Button, Group, Modal, Text } from '@mantine/core';
import { useMounted } from '@mantine/hooks';

/** The dialog of `useLeaveBlocker`: save, discard or stay. */
export default function UnsavedChanges(props: {
  isOpen: boolean;
  message: string | undefined;
  onStay: () => void;
  onDiscard: () => void;
  /** Undefined if there is nothing to save to. */
  onSave: (() => void) | undefined;
  saveLabel: string;
  isSaving: boolean;
}) {
  // Mantine remembers where to return the focus when a dialog opens, not when an open one is mounted.
  const isMounted = useMounted();
  return (
    <Modal opened={isMounted && props.isOpen} onClose={props.onStay} title="Unsaved changes" centered>
      <Text>{props.message ?? 'You have unsaved changes. What should happen to them?'}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onStay} data-autofocus>
          Stay
        </Button>
        <Button variant="outline" color="red" onClick={props.onDiscard}>
          Discard
        </Button>
        {props.onSave && (
          <Button loading={props.isSaving} onClick={props.onSave}>
            {props.saveLabel}
          </Button>
        )}
      </Group>
    </Modal>
  );
}
