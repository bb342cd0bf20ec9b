import { Popover, type PopoverProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { PopupTarget } from './PopupTarget.tsx';
import type { Popup } from './use-popup.ts';

/** A panel beside the button of `usePopup`. Part of what is loaded late. */
export function PopupPanel({ popup, label, children, ...props }: PopoverProps & { popup: Popup; label: string }) {
  // The kit notes the focus to return to when a panel opens, not when an open one is mounted.
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
