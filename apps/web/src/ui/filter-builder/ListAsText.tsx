import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { splitLines } from './text-list.ts';

/** A list as plain text, one value per line, saved on every keystroke. */
export default function ListAsText(props: {
  /** The accessible name of the list. */
  label: string;
  value: readonly string[];
  nameOf: (value: string) => string;
  onChange: (lines: string[]) => void;
  onDone: () => void;
}) {
  const [text, setText] = useState(() => props.value.map(props.nameOf).join('\n'));
  return (
    <div>
      <Textarea
        size="xs"
        aria-label={`${props.label}, one per line`}
        autosize
        minRows={4}
        maxRows={12}
        autoFocus
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          props.onChange(splitLines(event.currentTarget.value));
        }}
      />
      <Button size="compact-xs" variant="subtle" mt={4} onClick={props.onDone}>
        Show as chips
      </Button>
    </div>
  );
}
