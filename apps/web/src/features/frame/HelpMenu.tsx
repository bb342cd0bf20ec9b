import { Menu } from '@mantine/core';
import { IconBook2, IconHelpCircle, IconKeyboard, IconRoute } from '@tabler/icons-react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { DOCS } from '../help/docs-links.ts';
import { isShown } from './access.ts';
import { NavRowButton, NavTooltip } from './NavRow.tsx';
import { TOURS } from './tours.ts';
import { useTour } from './use-tour.ts';

/** Documentation, guided tours and the list of keys. */
export function HelpMenu(props: { isCollapsed: boolean; onOpenKeys: () => void }) {
  const client = useClient();
  const user = useUser();
  const startTour = useTour();
  return (
    <Menu position="right-end" offset={14} width={240}>
      <NavTooltip label="Help" isCollapsed={props.isCollapsed}>
        <Menu.Target>
          <NavRowButton icon={<IconHelpCircle size={19} stroke={1.7} />} label="Help" data-tour="help" />
        </Menu.Target>
      </NavTooltip>
      <Menu.Dropdown>
        <Menu.Label>Documentation</Menu.Label>
        {Object.values(DOCS).map(({ href, label }) => (
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
        {TOURS.filter((tour) => isShown(tour, { client, user })).map((tour) => (
          <Menu.Item key={tour.id} leftSection={<IconRoute size={16} />} onClick={() => startTour(tour)}>
            {tour.title}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={props.onOpenKeys}>
          Keyboard shortcuts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
