import { useId, useState } from 'react';

/** An open or closed popup, for `PopupMenu` and `PopupPanel`. */
export interface Popup {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** The button that it stands beside. */
  readonly trigger: HTMLElement | null;
}

/**
 * A button with a popup whose code is loaded when the button is first touched: menus and panels, with what places them,
 * would be a tenth of the first load. Spread `trigger` on the button; draw the lazy popup once `isWanted`.
 */
export function usePopup(options: {
  readonly kind: 'menu' | 'dialog';
  /** Loads the code of the popup. */
  readonly load: () => Promise<unknown>;
  /** Left out, the popup keeps it to itself. */
  readonly isOpen?: boolean;
  readonly onChange?: (isOpen: boolean) => void;
}) {
  const id = useId();
  const [ownOpen, setOwnOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const isOpen = options.isOpen ?? ownOpen;
  const onChange = options.onChange ?? setOwnOpen;
  // A closed popup stays, to fade out and to return the focus.
  const [isWanted, setWanted] = useState(isOpen);
  if (isOpen && !isWanted) setWanted(true);
  // A failed load is reported where the popup is drawn.
  const preload = () => void options.load().catch(() => undefined);
  return {
    isWanted,
    popup: { id, isOpen, onChange, trigger } satisfies Popup,
    trigger: {
      id,
      ref: setTrigger,
      'aria-haspopup': options.kind,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? `${id}-dropdown` : undefined,
      onPointerEnter: preload,
      onFocus: preload,
      onClick: () => onChange(!isOpen),
    },
  };
}
