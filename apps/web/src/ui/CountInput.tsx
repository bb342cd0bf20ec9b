import { TextInput, type TextInputProps } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { formatNumber } from '../lib/format.ts';

/** A whole number from 1 (or 0 with `allowsZero`) to `max`, or none. Other characters can't be typed, and more than `max` becomes `max`. */
export function CountInput({
  value,
  max,
  allowsZero = false,
  onChange,
  ...props
}: Omit<TextInputProps, 'value' | 'max' | 'onChange'> & {
  value: number | null;
  max: number;
  allowsZero?: boolean;
  onChange: (value: number | null) => void;
}) {
  // Separators would move the caret while typing.
  const [isFocused, setFocused] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Taking the separators out drops the browser's selection, so what is typed next would be appended.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  return (
    <TextInput
      {...props}
      ref={input}
      inputMode="numeric"
      autoComplete="off"
      value={value === null ? '' : isFocused ? String(value) : formatNumber(value)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onChange={(event) => {
        const digits = event.currentTarget.value.replace(/\D/g, '');
        const isNone = digits === '' || (Number(digits) === 0 && !allowsZero);
        onChange(isNone ? null : Math.min(Number(digits), max));
      }}
    />
  );
}
