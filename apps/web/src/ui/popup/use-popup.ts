import { useId, useState } from 'react';

/** The state of a popup, for `PopupMenu` and `PopupPanel`. */
export interface Popup {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** The button that opens it. */
  readonly trigger: HTMLElement | null;
}

/**
 * A button with a popup whose code loads on first hover or focus: menus, panels and their positioning would add a tenth
 * to the first load. Spread `trigger` on the button; render the lazy popup once `hasOpened`.
 */
export function usePopup(options: {
  readonly kind: 'menu' | 'dialog';
  /** Imports the popup's code. */
  readonly load: () => Promise<unknown>;
  /** Leave out for an uncontrolled popup. */
  readonly isOpen?: boolean;
  readonly onChange?: (isOpen: boolean) => void;
}) {
  const id = useId();
  const [ownOpen, setOwnOpen] = useState(false);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const isOpen = options.isOpen ?? ownOpen;
  const onChange = options.onChange ?? setOwnOpen;
  // A closed popup stays mounted to fade out and return the focus.
  const [hasOpened, setHasOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setHasOpened(true);
  // A failed load is reported when the popup renders.
  const preload = () => void options.load().catch(() => undefined);
  return {
    hasOpened,
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
