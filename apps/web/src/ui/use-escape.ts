import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';

/** Open lists and fields with uncommitted text handle Escape themselves. */
export const HANDLES_ESCAPE = '[aria-expanded="true"], [data-pending]';

/**
 * Handles Escape for the dialog around an element; null turns it off. Mantine's own handling would close the dialog
 * along with any menu or popover in it.
 */
export function useEscape(content: RefObject<HTMLElement | null>, onEscape: (() => void) | null): void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (onEscape === null || event.key !== 'Escape' || event.isComposing || !(event.target instanceof Element)) return;
    const dialog = content.current?.closest('[role="dialog"]');
    // A dialog above this one has the key, even while the focus is still on its way into it.
    if ([...document.querySelectorAll('[aria-modal="true"]')].at(-1) !== dialog) return;
    // Popovers, menus and nested dialogs render outside, later ones last; an open list belongs to the focused field.
    // While focus is still on its way into a dialog, the page has it.
    const target =
      event.target === document.body ? [...document.querySelectorAll('[role="dialog"]')].at(-1) : event.target;
    if (target?.closest('[role="dialog"]') !== dialog || event.target.closest(HANDLES_ESCAPE) !== null) return;
    // A dialog opened in response would receive the same key and close again.
    event.stopImmediatePropagation();
    onEscape();
  };
  // Captured before anything closes: afterwards nothing tells what the key was for.
  useWindowEvent('keydown', onKeyDown, { capture: true });
}
