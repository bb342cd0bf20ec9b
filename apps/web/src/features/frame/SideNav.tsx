import { ActionIcon } from '@mantine/core';
import { IconCommand } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useClient, useUser } from '../../lib/client-context.tsx';
import { useUserSettings } from '../../lib/user-settings.ts';
import { Hint } from '../../ui/Hint.tsx';
import { AccountSwitch } from './AccountSwitch.tsx';
import { isVisible } from './access.ts';
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx';
import { CreditsBadge } from './CreditsBadge.tsx';
import { HelpMenu } from './HelpMenu.tsx';
import { JobsIndicator } from './JobsIndicator.tsx';
import { NavRowContent, NavTooltip } from './NavRow.tsx';
import { NavToggle } from './NavToggle.tsx';
import { NAV_ENTRIES } from './nav-entries.ts';
import classes from './SideNav.module.css';
import { UserMenu } from './UserMenu.tsx';
import { useNavCollapsed } from './use-nav-collapsed.ts';

const Checklist = lazy(() => import('./Checklist.tsx'));

export function SideNav(props: { onOpenPalette: () => void; onOpenKeys: () => void }) {
  const client = useClient();
  const user = useUser();
  const { settings } = useUserSettings();
  const [isCollapsed, toggle] = useNavCollapsed();
  const entries = NAV_ENTRIES.filter((entry) => isVisible(entry, { client, user }));
  const pathname = useLocation({ select: (location) => location.pathname });
  const addressOf = (to: string) => to.replace('$clientName', client.clientName);
  /** Another entry names the open page more precisely. */
  const isBelow = (to: string) =>
    entries.some((other) => other.to.startsWith(`${to}/`) && pathname.startsWith(addressOf(other.to)));

  return (
    <nav className={classes.nav} data-collapsed={isCollapsed || undefined} aria-label="Main">
      <div className={classes.top}>
        <AccountSwitch isCollapsed={isCollapsed} />
      </div>
      <div className={classes.pages} data-tour="pages">
        <ul className={classes.list}>
          {entries.map((entry, index) => (
            <li key={entry.label}>
              {entry.section !== undefined && entry.section !== entries[index - 1]?.section ? (
                <div className={classes.section}>{entry.section}</div>
              ) : null}
              {entry.group !== undefined && entry.group !== entries[index - 1]?.group ? (
                <div className={classes.group}>
                  <NavRowContent icon={<entry.group.icon size={19} stroke={1.7} />} label={entry.group.label} />
                </div>
              ) : null}
              <NavTooltip label={entry.label} isCollapsed={isCollapsed}>
                <Link
                  to={entry.to}
                  params={{ clientName: client.clientName }}
                  className={classes.row}
                  data-nested={entry.group !== undefined || undefined}
                  activeOptions={{
                    exact: entry.isExact ?? isBelow(entry.to),
                    includeHash: false,
                    includeSearch: false,
                  }}
                >
                  <NavRowContent icon={<entry.icon size={19} stroke={1.7} />} label={entry.label} end={entry.badge} />
                </Link>
              </NavTooltip>
            </li>
          ))}
        </ul>
      </div>
      {settings && !settings.checklist.isDismissed ? (
        <Suspense>
          <Checklist isCollapsed={isCollapsed} />
        </Suspense>
      ) : null}
      <div className={classes.foot}>
        <JobsIndicator isCollapsed={isCollapsed} />
        <CreditsBadge isCollapsed={isCollapsed} />
        <HelpMenu isCollapsed={isCollapsed} onOpenKeys={props.onOpenKeys} />
        <UserMenu isCollapsed={isCollapsed} />
        <div className={classes.tools}>
          <NavToggle isCollapsed={isCollapsed} onToggle={toggle} />
          <ColorSchemeToggle />
          <Hint side="top" label="Search companies, pages and actions (Ctrl or Cmd + K)">
            <ActionIcon
              aria-label="Search companies, pages and actions"
              onClick={props.onOpenPalette}
              size={32}
              data-tour="palette"
            >
              <IconCommand size={18} />
            </ActionIcon>
          </Hint>
        </div>
      </div>
    </nav>
  );
}
