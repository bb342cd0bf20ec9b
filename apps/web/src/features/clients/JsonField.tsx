import { Textarea } from '@mantine/core';
import { useState } from 'react';

/** A JSON object as text; it only takes effect while it can be read. */
export function JsonField(props: {
  label: string;
  description?: string;
  isDisabled: boolean;
  value: Record<string, unknown> | null;
  onChange: (value: Record<string, unknown> | null) => void;
}) {
  const own = props.value === null ? '' : JSON.stringify(props.value, null, 2);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? own;
  const parsed = parseObject(text);
  return (
    <Textarea
      label={props.label}
      description={props.description}
      disabled={props.isDisabled}
      autosize
      minRows={3}
      maxRows={20}
      value={props.isDisabled ? own : text}
      error={parsed === undefined ? 'This is no JSON object' : null}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        const next = parseObject(event.currentTarget.value);
        if (next !== undefined) props.onChange(next);
      }}
      onBlur={() => {
        if (parsed !== undefined) setTyped(null);
      }}
    />
  );
}

/** Null for no text, undefined for text that is no JSON object. */
function parseObject(text: string): Record<string, unknown> | null | undefined {
  if (text.trim() === '') return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
