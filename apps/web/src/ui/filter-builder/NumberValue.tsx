import { TextInput } from '@mantine/core';
import { type FieldType, traitsOf } from '@quarry/filters';
import { useState } from 'react';
import classes from './filter-builder.module.css';
import { readNumber, writeNumber } from './number-entry.ts';

/** A number as people type it (`10k`, `1.5m`, `$2b`, percent); what was understood shows when the field is left. */
export function NumberValue(props: {
  label: string;
  type: FieldType;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { type, value } = props;
  const { unit } = traitsOf(type);
  const [text, setText] = useState(() => writeNumber(value, type));
  const [isLeft, setLeft] = useState(false);
  const [seen, setSeen] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Another value from outside (a discarded edit) replaces the text; the same number typed differently does not.
    if (value !== null && readNumber(text, type) !== value) setText(writeNumber(value, type));
  }
  const isUnread = text.trim() !== '' && readNumber(text, type) === null;
  return (
    <TextInput
      size="xs"
      className={classes.number}
      inputMode="decimal"
      autoComplete="off"
      aria-label={props.label}
      placeholder={unit === 'percent' ? '25' : 'e.g. 10k, 1.5m'}
      leftSection={unit === 'dollars' ? '$' : undefined}
      rightSection={unit === 'percent' ? '%' : undefined}
      value={text}
      error={isLeft && isUnread ? 'Not a number' : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        props.onChange(readNumber(next, type));
      }}
      onFocus={() => setLeft(false)}
      onBlur={() => {
        setLeft(true);
        if (!isUnread) setText(writeNumber(readNumber(text, type), type));
      }}
    />
  );
}
