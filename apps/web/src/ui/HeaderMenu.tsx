import { Menu } from '@mantine/core';
import type { HeaderAction } from './HeaderActions.tsx';
import { PopupMenu } from './popup/PopupMenu.tsx';
import type { Popup } from './popup/use-popup.ts';

/** The actions of a page's header where there is no room for buttons. */
export default function HeaderMenu(props: { popup: Popup; actions: readonly HeaderAction[] }) {
  return (
    <PopupMenu popup={props.popup} position="bottom-end" width={280}>
      {props.actions.map(({ label, Icon, isDisabled, run }) => (
        <Menu.Item
          key={label}
          leftSection={<Icon size={16} aria-hidden="true" />}
          disabled={isDisabled === true}
          onClick={run}
        >
          {label}
        </Menu.Item>
      ))}
    </PopupMenu>
  );
}
