import { Menu } from '@mantine/core';
import type { View } from '@quarry/contracts';
import {
  IconArrowLeft,
  IconArrowRight,
  IconCopy,
  IconLink,
  IconPencil,
  IconTrash,
  IconUsers,
  IconUsersMinus,
} from '@tabler/icons-react';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';

const ICON = { size: 16, 'aria-hidden': true } as const;

/** What can be done with the open view. */
export default function ViewMenu(props: {
  popup: Popup;
  view: View;
  /** Where it is among the views. */
  place: { readonly at: number; readonly count: number };
  onMove: (step: -1 | 1) => void;
  onRename: () => void;
  onDuplicate: () => void;
  onShare: (isShared: boolean) => void;
  onCopyLink: () => void;
  onDelete: () => void;
}) {
  const { view, place } = props;
  return (
    <PopupMenu popup={props.popup} position="bottom-start" width={230}>
      {view.isEditable && (
        <Menu.Item leftSection={<IconPencil {...ICON} />} onClick={props.onRename}>
          Rename view
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy {...ICON} />} onClick={props.onDuplicate}>
        Duplicate view
      </Menu.Item>
      {place.at > 0 && (
        <Menu.Item leftSection={<IconArrowLeft {...ICON} />} onClick={() => props.onMove(-1)}>
          Move left
        </Menu.Item>
      )}
      {place.at < place.count - 1 && (
        <Menu.Item leftSection={<IconArrowRight {...ICON} />} onClick={() => props.onMove(1)}>
          Move right
        </Menu.Item>
      )}
      {view.isOwn && (
        <Menu.Item
          leftSection={view.isShared ? <IconUsersMinus {...ICON} /> : <IconUsers {...ICON} />}
          onClick={() => props.onShare(!view.isShared)}
        >
          {view.isShared ? 'Stop sharing' : 'Share with the account'}
        </Menu.Item>
      )}
      {view.isShared && (
        <Menu.Item leftSection={<IconLink {...ICON} />} onClick={props.onCopyLink}>
          Copy link
        </Menu.Item>
      )}
      {view.isEditable && (
        <>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash {...ICON} />} onClick={props.onDelete}>
            Delete view
          </Menu.Item>
        </>
      )}
    </PopupMenu>
  );
}
