import { useEffect, useState } from 'react';

/**
 * Gives the focus back, when the component goes away, to what had it when the component came. For drawers and dialogs
 * that are mounted only while they are open.
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
