import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { notifyError, notifySuccess } from '../../lib/notify.ts';
import { copyToClipboard } from '../../ui/copy-to-clipboard.ts';
import classes from './api-keys.module.css';

/** A newly created key. It can never be shown again, so only the Done button closes the dialog. */
export function NewApiKey(props: { name: string; apiKey: string; onClose: () => void }) {
  const copy = async () => {
    if (await copyToClipboard(props.apiKey)) notifySuccess('API key copied');
    else notifyError('Please select the key and copy it by hand', { title: 'The clipboard is not available' });
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={`API key: ${props.name}`}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert icon={<IconInfoCircle aria-hidden="true" />}>
          Copy the key now and keep it safe: you won't see it again. Programs send it as a bearer token in the
          Authorization header.
        </Alert>
        <code className={classes.key} data-testid="new-api-key">
          {props.apiKey}
        </code>
      </Stack>
      <Group justify="flex-end" mt="lg">
        <Button
          variant="default"
          data-autofocus
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          Copy
        </Button>
        <Button onClick={props.onClose}>Done</Button>
      </Group>
    </Modal>
  );
}
