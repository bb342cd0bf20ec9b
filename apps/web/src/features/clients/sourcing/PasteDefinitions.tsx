import { Alert, Button, Group, List, Modal, Stack, Textarea } from '@mantine/core';
import type { ClientConfig } from '@quarry/contracts';
import { useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { ReasonButton } from '../../../ui/ReasonButton.tsx';
import { parseSheet, withPasted } from './parse-sheet.ts';

type Definitions = ClientConfig['fieldDefinitions'];

/** Takes field definitions from the columns of a sheet. */
export default function PasteDefinitions(props: {
  definitions: Definitions;
  onPaste: (definitions: Definitions) => void;
  onClose: () => void;
}) {
  const [text, setText] = useState('');
  const { definitions, problems } = parseSheet(text);
  return (
    <Modal opened onClose={props.onClose} title="Paste from sheet" size={720} centered>
      <Stack gap="sm">
        <Textarea
          label="Rows of the sheet"
          description="Internal name, external name, display name and config id, in columns. Known external names are replaced."
          data-autofocus
          autosize
          minRows={8}
          maxRows={16}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {problems.length > 0 && (
          <Alert color="gold" title="These lines are left out">
            <List size="sm">
              {problems.slice(0, 20).map((problem) => (
                <List.Item key={problem}>{problem}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            Cancel
          </Button>
          <ReasonButton
            disabledReason={definitions.length === 0 ? 'No field definitions in the pasted rows' : null}
            onClick={() => props.onPaste(withPasted(props.definitions, definitions))}
          >
            Add {plural(definitions.length, 'field')}
          </ReasonButton>
        </Group>
      </Stack>
    </Modal>
  );
}
