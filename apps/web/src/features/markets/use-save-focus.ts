import { type RefObject, useEffect, useRef } from 'react';

/**
 * Gives the focus back to the button that saves. It loses it while it is busy, and the frame takes it when the first
 * save changes the address, as if another page had come. Answers the ref of the element around the button.
 */
export function useSaveFocus(isSaving: boolean, marketId: string | null): RefObject<HTMLSpanElement | null> {
  const place = useRef<HTMLSpanElement>(null);
  const wasSaving = useRef(false);
  useEffect(() => {
    if (isSaving) wasSaving.current = true;
    if (isSaving || !wasSaving.current || marketId === null) return;
    // After the frame, whose turn comes later in the same draw.
    queueMicrotask(() => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || activeElement?.id === 'main';
      if (isLost) place.current?.querySelector('button')?.focus({ preventScroll: true });
    });
  }, [isSaving, marketId]);
  return place;
}
