import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { ConfigDifference } from '@quarry/contracts';
import { Differences } from './Differences.tsx';

/** Somebody else edits: wait, or take the lock away. */
export function ResourceLocked(props: { heldBy: string; onUnlock: () => void; onClose: () => void }) {
  return (
    <Modal opened onClose={props.onClose} title="Resource Locked" centered>
      <Text>{props.heldBy} is editing this config. If you unlock it, their changes can no longer be saved.</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" onClick={props.onUnlock}>
          Unlock
        </Button>
      </Group>
    </Modal>
  );
}

/** The lock is lost, so that the draft can no longer be saved. */
export function ResourceOutOfSync(props: { heldBy: string | null; onReload: () => void }) {
  return (
    <Modal
      opened
      onClose={props.onReload}
      title="Resource Out of Sync"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Text>
        {props.heldBy === null
          ? 'Somebody took the lock of this config away.'
          : `${props.heldBy} took over the editing of this config.`}{' '}
        Your changes were not saved. Reload to see the latest state.
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={props.onReload} data-autofocus>
          Reload
        </Button>
      </Group>
    </Modal>
  );
}

/** Somebody in the account changed the same parts: shows what before asking whether to overwrite it. */
export function OverwriteDialog(props: {
  conflicts: readonly ConfigDifference[];
  onOverwrite: () => void;
  onReload: () => void;
  onClose: () => void;
}) {
  return (
    <Modal opened onClose={props.onClose} title="Overwrite these changes?" size={640} centered>
      <Stack gap="md">
        <Text>Somebody changed the same parts of this config since you began:</Text>
        <Differences differences={props.conflicts} />
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          Keep editing
        </Button>
        <Button variant="default" onClick={props.onReload}>
          Reload
        </Button>
        <Button color="red" onClick={props.onOverwrite}>
          Overwrite
        </Button>
      </Group>
    </Modal>
  );
}
