import { IconSelector } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { NavRowButton, NavRowContent, NavTooltip } from './NavRow.tsx';
import classes from './SideNav.module.css';

const load = () => import('./AccountMenuItems.tsx');
const AccountMenuItems = lazy(load);

/** The account's name, with a menu to switch for people who have several accounts. */
export function AccountSwitch(props: { isCollapsed: boolean }) {
  const { clientName } = useClient();
  const { clients } = useUser();
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load });
  const name = <span className={classes.account}>{clientName}</span>;
  if (clients.length < 2) {
    return (
      <div className={classes.row} style={{ cursor: 'default', background: 'none' }}>
        <NavRowContent icon={<Logo size={22} />} label={name} />
      </div>
    );
  }
  return (
    <>
      <NavTooltip label={`Account ${clientName}: switch`} isCollapsed={props.isCollapsed}>
        <NavRowButton
          {...trigger}
          icon={<Logo size={22} />}
          label={name}
          end={<IconSelector size={16} aria-hidden />}
          aria-label={`Account ${clientName}: switch account`}
          data-tour="account"
        />
      </NavTooltip>
      <Suspense>{hasOpened && <AccountMenuItems popup={popup} />}</Suspense>
    </>
  );
}
