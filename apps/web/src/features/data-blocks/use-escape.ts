import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

/** Escape is for these first: an open list, a field whose text is not taken in yet. */
const OPEN = '[aria-expanded="true"], [data-pending]';

/**
 * Handles Escape for the dialog around an element. The kit's own handling would close the dialog with every menu or
 * pop-over in it that Escape closes. With null nothing is handled.
 */
export function useEscape(inside: RefObject<HTMLElement | null>, onEscape: (() => void) | null): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (onEscape === null || event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
    const dialog = inside.current?.closest('[role="dialog"]');
    // Pop-overs, menus and further dialogs are drawn outside; a list that is open belongs to the field with the focus.
    const isHere = event.target === document.body || event.target.closest('[role="dialog"]') === dialog;
    if (!isHere || event.target.closest(OPEN) !== null) return;
    // What opens in answer would hear the same key, and close again.
    event.stopImmediatePropagation();
    onEscape();
  };
  // Before anything has closed: afterwards it cannot be seen what the key was for.
  useWindowEvent('keydown', onKeyDown, { capture: true });
}
