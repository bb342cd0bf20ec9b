import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { PopupMenu } from '../popup/PopupMenu.tsx';
import type { Popup } from '../popup/use-popup.ts';
import classes from './filter-builder.module.css';

/** What can be done with a group of conditions. */
export default function GroupMenu(props: { popup: Popup; isNegated: boolean; onNegate: () => void }) {
  return (
    <PopupMenu popup={props.popup} position="bottom-end" width={280}>
      <Menu.Item
        role="menuitemcheckbox"
        aria-checked={props.isNegated}
        leftSection={<IconCheck size={16} aria-hidden="true" opacity={props.isNegated ? 1 : 0} />}
        onClick={props.onNegate}
      >
        Not
        <span className={classes.optionDescription}>Matches companies that don't meet these conditions</span>
      </Menu.Item>
    </PopupMenu>
  );
}
