import { type RefObject, useEffect, useRef } from 'react';

/** A ref for a step: focuses its first control, since the button that led here is gone. */
export function useStepFocus(): RefObject<HTMLDivElement | null> {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return step;
}
