import { type RefObject, useEffect, useRef } from 'react';

/**
 * Returns the focus to the save button, which loses it while busy and, when the first save changes the URL, to the frame
 * as on a page change. The ref is for the element around the button.
 */
export function useSaveFocus(isSaving: boolean, marketId: string | null): RefObject<HTMLSpanElement | null> {
  const container = useRef<HTMLSpanElement>(null);
  const wasSaving = useRef(false);
  useEffect(() => {
    if (isSaving) wasSaving.current = true;
    if (isSaving || !wasSaving.current || marketId === null) return;
    // Runs after the frame's effect, which comes later in the same commit.
    queueMicrotask(() => {
      const { activeElement } = document;
      const isLost = activeElement === document.body || activeElement?.id === 'main';
      if (isLost) container.current?.querySelector('button')?.focus({ preventScroll: true });
    });
  }, [isSaving, marketId]);
  return container;
}
