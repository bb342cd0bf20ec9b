import { useWindowEvent } from '@mantine/hooks';
import type { RefObject } from 'react';
import { HANDLES_ESCAPE } from './use-escape.ts';

/** Closes a panel on Escape, also from the page beside it, unless a dialog, menu, list or field is first. */
export function usePanelEscape(panel: RefObject<HTMLElement | null>, onEscape: () => void): void {
  useWindowEvent('keydown', (event) => {
    const { target } = event;
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || !(target instanceof Element)) return;
    if (document.querySelector('[aria-modal="true"]') !== null) return;
    if (target.closest(`${HANDLES_ESCAPE}, [data-expanded], [role="menu"]`) !== null) return;
    const isInside = panel.current?.contains(target) === true;
    if (isInside || target.closest('[role="dialog"], aside, input, textarea, select') === null) onEscape();
  });
}
