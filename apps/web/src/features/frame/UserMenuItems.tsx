import { Menu, Text } from '@mantine/core';
import {
  IconBuildingCog,
  IconHeartbeat,
  IconLogout,
  IconPassword,
  IconRosetteDiscountCheck,
  IconSwitchHorizontal,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';

export default function UserMenuItems({ popup }: { popup: Popup }) {
  const { clientName } = useClient();
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
          <Menu.Item
            renderRoot={(root) => <Link to="/admin/clients/$name" params={{ name: clientName }} {...root} />}
            leftSection={<IconBuildingCog size={16} />}
          >
            Admin: View client
          </Menu.Item>
          <Menu.Item component={Link} to="/admin/market-requests" leftSection={<IconRosetteDiscountCheck size={16} />}>
            Market approvals
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
