import { Menu, type MenuProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { PopupTarget } from './PopupTarget.tsx';
import type { Popup } from './use-popup.ts';

/** A menu beside the button of `usePopup`; its items are the children. Part of what is loaded late. */
export function PopupMenu({ popup, children, ...props }: MenuProps & { popup: Popup }) {
  // The kit notes the focus to return to when a menu opens, not when an open one is mounted.
  const isMounted = useMounted();
  return (
    <Menu {...props} id={popup.id} opened={isMounted && popup.isOpen} onChange={popup.onChange}>
      <Menu.Target>
        <PopupTarget element={popup.trigger} />
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
