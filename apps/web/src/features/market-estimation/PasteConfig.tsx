import { Button, Group, Modal, Textarea } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import type { EstimationConfig } from '@quarry/contracts';
import { useState } from 'react';
import { readPastedConfig } from './estimation-state.ts';

/** Takes a config that was copied as JSON, here or from a client. */
export default function PasteConfig(props: { onPaste: (config: EstimationConfig) => void; onClose: () => void }) {
  // Mantine remembers where to return the focus when a dialog opens, not when an open one is mounted.
  const isMounted = useMounted();
  const [text, setText] = useState('');
  const [isRefused, setRefused] = useState(false);
  return (
    <Modal opened={isMounted} onClose={props.onClose} title="Paste from JSON" size="lg" centered>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const config = readPastedConfig(text);
          setRefused(config === null);
          if (config === null) return;
          props.onPaste(config);
          props.onClose();
        }}
      >
        <Textarea
          label="Config"
          rows={14}
          data-autofocus
          value={text}
          error={isRefused ? 'This is not the JSON of a config' : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setRefused(false);
          }}
        />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={text.trim() === ''}>
            Paste
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
