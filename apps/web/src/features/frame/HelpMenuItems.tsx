import { Menu } from '@mantine/core';
import { IconBook2, IconKeyboard, IconRoute } from '@tabler/icons-react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import { MENU_DOCS } from '../help/docs-links.ts';
import { isVisible } from './access.ts';
import { TOURS } from './tours.ts';
import { useTour } from './use-tour.ts';

export default function HelpMenuItems(props: { popup: Popup; onOpenKeys: () => void }) {
  const client = useClient();
  const user = useUser();
  const startTour = useTour();
  return (
    <PopupMenu popup={props.popup} position="right-end" offset={14} width={240}>
      <Menu.Label>Documentation</Menu.Label>
      {MENU_DOCS.map(({ href, label }) => (
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
      <Menu.Divider />
      <Menu.Label>Guided tours</Menu.Label>
      {TOURS.filter((tour) => isVisible(tour, { client, user })).map((tour) => (
        <Menu.Item key={tour.id} leftSection={<IconRoute size={16} />} onClick={() => startTour(tour)}>
          {tour.title}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={props.onOpenKeys}>
        Keyboard shortcuts
      </Menu.Item>
    </PopupMenu>
  );
}
