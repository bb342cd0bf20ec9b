import { Menu } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { PopupMenu } from '../../ui/popup/PopupMenu.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import classes from './SideNav.module.css';

export default function AccountMenuItems({ popup }: { popup: Popup }) {
  const { clientName } = useClient();
  const { clients } = useUser();
  return (
    <PopupMenu popup={popup} position="bottom-start" width={220}>
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
    </PopupMenu>
  );
}
