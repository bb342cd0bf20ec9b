import { Menu } from '@mantine/core';
import {
  IconArrowAutofitWidth,
  IconArrowLeft,
  IconArrowRight,
  IconEyeOff,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { PopupMenu } from '../popup/PopupMenu.tsx';
import type { Popup } from '../popup/use-popup.ts';

/** A column's menu: the page's entries, then fit, pin, move and hide. */
export default function ColumnMenu(props: {
  popup: Popup;
  /** False for a column that can't be moved, pinned or hidden. */
  canArrange: boolean;
  isPinned: boolean;
  onFit: () => void;
  onPin: (isPinned: boolean) => void;
  onStep: (step: -1 | 1) => void;
  onHide: () => void;
  returnFocus: () => void;
  children: ReactNode;
}) {
  const { isPinned, onStep } = props;
  return (
    <PopupMenu popup={props.popup} onClose={props.returnFocus} returnFocus={false} position="bottom-end" width={230}>
      {props.children}
      {props.children ? <Menu.Divider /> : null}
      <Menu.Item leftSection={<IconArrowAutofitWidth size={16} aria-hidden="true" />} onClick={props.onFit}>
        Fit width to content
      </Menu.Item>
      {props.canArrange && (
        <>
          <Menu.Item
            leftSection={
              isPinned ? <IconPinnedOff size={16} aria-hidden="true" /> : <IconPin size={16} aria-hidden="true" />
            }
            onClick={() => props.onPin(!isPinned)}
          >
            {isPinned ? 'Unpin column' : 'Pin column'}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowLeft size={16} aria-hidden="true" />} onClick={() => onStep(-1)}>
            Move left
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden="true" />} onClick={() => onStep(1)}>
            Move right
          </Menu.Item>
          <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden="true" />} onClick={props.onHide}>
            Hide column
          </Menu.Item>
        </>
      )}
    </PopupMenu>
  );
}
