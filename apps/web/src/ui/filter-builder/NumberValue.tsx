import { TextInput } from '@mantine/core';
import { type FieldType, traitsOf } from '@quarry/filters';
import { useState } from 'react';
import classes from './filter-builder.module.css';
import { readNumber, writeNumber } from './number-entry.ts';

/** A number as people type it (`10k`, `1.5m`, `$2b`, percent); leaving the field shows the parsed number. */
export function NumberValue(props: {
  label: string;
  type: FieldType;
  /** Years have no thousands separators. */
  isYear?: boolean | undefined;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const { type, value, isYear } = props;
  const { unit } = traitsOf(type);
  const [text, setText] = useState(() => writeNumber(value, type, isYear));
  const [isTouched, setTouched] = useState(false);
  const [lastValue, setLastValue] = useState(value);
  if (lastValue !== value) {
    setLastValue(value);
    // A value from outside, such as a discarded edit, replaces the text unless it is the same number typed differently.
    if (value !== null && readNumber(text, type) !== value) setText(writeNumber(value, type, isYear));
  }
  const isInvalid = text.trim() !== '' && readNumber(text, type) === null;
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
      error={isTouched && isInvalid ? 'Not a number' : undefined}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setText(next);
        props.onChange(readNumber(next, type));
      }}
      onFocus={() => setTouched(false)}
      onBlur={() => {
        setTouched(true);
        if (!isInvalid) setText(writeNumber(readNumber(text, type), type, isYear));
      }}
    />
  );
}
