import { Popover, type PopoverProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { PopupTarget } from './PopupTarget.tsx';
import type { Popup } from './use-popup.ts';

/** A panel for the button of `usePopup`. Import it lazily. */
export function PopupPanel({ popup, label, children, ...props }: PopoverProps & { popup: Popup; label: string }) {
  // Mantine remembers where to return the focus when a panel opens, not when an open one is mounted.
  const isMounted = useMounted();
  return (
    <Popover
      {...props}
      id={popup.id}
      opened={isMounted && popup.isOpen}
      onChange={popup.onChange}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <PopupTarget element={popup.trigger} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
    </Popover>
  );
}
