import { Menu } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { NavRowButton, NavRowContent, NavTooltip } from './NavRow.tsx';
import classes from './SideNav.module.css';

/** The name of the account; a menu of accounts for people with more than one. */
export function AccountSwitch(props: { isCollapsed: boolean }) {
  const { clientName } = useClient();
  const { clients } = useUser();
  const name = <span className={classes.account}>{clientName}</span>;
  if (clients.length < 2) {
    return (
      <div className={classes.row} style={{ cursor: 'default', background: 'none' }}>
        <NavRowContent icon={<Logo size={22} />} label={name} />
      </div>
    );
  }
  return (
    <Menu position="bottom-start" width={220}>
      <NavTooltip label={`Account ${clientName}: switch`} isCollapsed={props.isCollapsed}>
        <Menu.Target>
          <NavRowButton
            icon={<Logo size={22} />}
            label={name}
            end={<IconSelector size={16} aria-hidden />}
            aria-label={`Account ${clientName}: switch account`}
            data-tour="account"
          />
        </Menu.Target>
      </NavTooltip>
      <Menu.Dropdown>
        <Menu.Label>Switch account</Menu.Label>
        <div className={classes.accounts}>
          {clients.map((client) => (
            <Menu.Item
              key={client.clientName}
              renderRoot={(root) => <Link to="/app/$clientName" params={{ clientName: client.clientName }} {...root} />}
              rightSection={client.clientName === clientName ? <IconCheck size={16} aria-label="Current" /> : null}
            >
              {client.clientName}
            </Menu.Item>
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}
