import { useEffect, useState } from 'react';

/**
 * On unmount, returns the focus to the element that had it on mount. For drawers and dialogs that are mounted only
 * while open.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
