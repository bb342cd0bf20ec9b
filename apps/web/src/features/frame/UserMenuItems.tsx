import { Menu, Text } from '@mantine/core';
import {
  IconHeartbeat,
  IconLogout,
  IconPassword,
  IconRosetteDiscountCheck,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../lib/client-context.tsx';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';

export default function UserMenuItems({ popup }: { popup: Popup }) {
  const { email, clients, staffPermissions } = useUser();
  return (
    <PopupMenu popup={popup} position="right-end" offset={14} width={220}>
      <Menu.Label>
        <Text size="xs" truncate>
          {email}
        </Text>
      </Menu.Label>
      {clients.length > 1 ? (
        <Menu.Item component={Link} to="/app" leftSection={<IconSwitchHorizontal size={16} />}>
          Switch account
        </Menu.Item>
      ) : null}
      {staffPermissions.includes('VIEW_ANY_ACCOUNT') ? (
        <>
          <Menu.Item component={Link} to="/admin/market-requests" leftSection={<IconRosetteDiscountCheck size={16} />}>
            Market requests
          </Menu.Item>
          <Menu.Item component={Link} to="/admin/system" leftSection={<IconHeartbeat size={16} />}>
            System
          </Menu.Item>
        </>
      ) : null}
      <Menu.Item component={Link} to="/change-password" leftSection={<IconPassword size={16} />}>
        Change password
      </Menu.Item>
      <Menu.Item component={Link} to="/logout" preload={false} leftSection={<IconLogout size={16} />}>
        Logout
      </Menu.Item>
    </PopupMenu>
  );
}
