import { useCallback, useEffect, useState } from 'react';

type Dialog = 'palette' | 'keys' | null;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Command palette (Ctrl or Cmd + K) and keyboard shortcuts (?). A dialog stays mounted once it was opened. */
export function useFrameDialogs() {
  const [open, setOpen] = useState<Dialog>(null);
  const [mounted, setMounted] = useState<{ palette: boolean; keys: boolean }>({ palette: false, keys: false });

  const show = useCallback((dialog: 'palette' | 'keys') => {
    setMounted((previous) => ({ ...previous, [dialog]: true }));
    setOpen(dialog);
  }, []);

  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing) return;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        show('palette');
      } else if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event.target)) {
        event.preventDefault();
        show('keys');
      }
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [show]);

  return {
    isPaletteOpen: open === 'palette',
    areKeysOpen: open === 'keys',
    isPaletteMounted: mounted.palette,
    areKeysMounted: mounted.keys,
    openPalette: () => show('palette'),
    openKeys: () => show('keys'),
    close: () => setOpen(null),
  };
}
