import { TextInput } from '@mantine/core';
import { useState } from 'react';

/** The name of a field in the body of a webhook's request; empty for none. Saved when it is left. */
export function MappingName(props: {
  label: string;
  value: string | null;
  onChange: (externalName: string | null) => void;
}) {
  const { value, onChange } = props;
  const [text, setText] = useState(value ?? '');
  function commit() {
    const name = text.trim() === '' ? null : text.trim();
    if (name !== value) onChange(name);
  }
  return (
    <TextInput
      size="xs"
      aria-label={props.label}
      placeholder="Not mapped"
      maxLength={255}
      autoComplete="off"
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(value ?? '');
      }}
    />
  );
}
