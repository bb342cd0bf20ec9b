import { useState } from 'react';

/** The value, or the last one there was while there is none: what a failed request leaves on the screen. */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
