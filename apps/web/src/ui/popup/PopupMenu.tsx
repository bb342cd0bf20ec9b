import { Menu, type MenuProps } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { PopupTarget } from './PopupTarget.tsx';
import type { Popup } from './use-popup.ts';

/** A menu for the button of `usePopup`. Import it lazily. */
export function PopupMenu({ popup, children, ...props }: MenuProps & { popup: Popup }) {
  // Mantine remembers where to return the focus when a menu opens, not when an open one is mounted.
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
