import { Menu, Text } from '@mantine/core';
import { IconLogout, IconPassword, IconSwitchHorizontal, IconUserCircle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useUser } from '../../lib/client-context.tsx';
import { NavRowButton, NavTooltip } from './NavRow.tsx';

/** The person: switching accounts, password, signing out. */
export function UserMenu(props: { isCollapsed: boolean }) {
  const { email, clients } = useUser();
  return (
    <Menu position="right-end" offset={14} width={220}>
      <NavTooltip label={email} isCollapsed={props.isCollapsed}>
        <Menu.Target>
          <NavRowButton
            icon={<IconUserCircle size={19} stroke={1.7} />}
            label={email}
            aria-label={`User menu of ${email}`}
            data-tour="user"
          />
        </Menu.Target>
      </NavTooltip>
      <Menu.Dropdown>
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
        <Menu.Item component={Link} to="/change-password" leftSection={<IconPassword size={16} />}>
          Change password
        </Menu.Item>
        <Menu.Item component={Link} to="/logout" preload={false} leftSection={<IconLogout size={16} />}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
