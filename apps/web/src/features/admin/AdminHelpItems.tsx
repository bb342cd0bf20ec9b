import { Menu } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import { DOCS, STAFF_DOCS } from '../help/docs-links.ts';

const LINKS = [
  { ...DOCS.overview, label: 'Product documentation' },
  { ...STAFF_DOCS, label: 'Staff documentation' },
];

export default function AdminHelpItems({ popup }: { popup: Popup }) {
  return (
    <PopupMenu popup={popup} position="top-end" width={240}>
      {LINKS.map(({ href, label }) => (
        <Menu.Item
          key={href}
          component="a"
          href={href}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconBook2 size={16} />}
        >
          {label}
        </Menu.Item>
      ))}
    </PopupMenu>
  );
}
