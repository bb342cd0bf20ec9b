import { Textarea } from '@mantine/core';
import { useState } from 'react';

/** A list of texts, one per line; blank lines are dropped. */
export function LinesInput(props: {
  label: string;
  description?: string;
  error?: string | null;
  isDisabled: boolean;
  value: readonly string[];
  onChange: (value: string[]) => void;
}) {
  const { value, onChange } = props;
  // The text keeps blank lines while people type.
  const [text, setText] = useState(value.join('\n'));
  const shown = linesOf(text).join('\n') === value.join('\n') ? text : value.join('\n');
  return (
    <Textarea
      label={props.label}
      description={props.description}
      error={props.error ?? null}
      disabled={props.isDisabled}
      autosize
      minRows={3}
      maxRows={14}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(linesOf(event.currentTarget.value));
      }}
    />
  );
}

function linesOf(text: string): string[] {
  return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
}
