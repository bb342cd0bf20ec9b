import { type RefObject, useEffect, useRef } from 'react';

/** As the ref of a step: puts the focus on what the step begins with, as the button that led here is gone. */
export function useStepFocus(): RefObject<HTMLDivElement | null> {
  const step = useRef<HTMLDivElement>(null);
  useEffect(() => {
    step.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, []);
  return step;
}
