import { IconDashboard, IconLogout, IconPassword } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { ColorSchemeToggle } from '../frame/ColorSchemeToggle.tsx';
import { NavRowContent, NavTooltip } from '../frame/NavRow.tsx';
import { NavToggle } from '../frame/NavToggle.tsx';
import classes from '../frame/SideNav.module.css';
import { useNavCollapsed } from '../frame/use-nav-collapsed.ts';
import { ADMIN_ENTRIES } from './admin-entries.tsx';

/** The side menu of the admin area. */
export function AdminNav() {
  const [isCollapsed, toggle] = useNavCollapsed();
  return (
    <nav className={classes.nav} data-collapsed={isCollapsed || undefined} aria-label="Admin">
      <div className={classes.top}>{isCollapsed ? null : <span className={classes.area}>Quarry admin</span>}</div>
      <div className={classes.pages}>
        <ul className={classes.list}>
          {ADMIN_ENTRIES.map(({ label, to, icon: Icon, section, End }, index) => (
            <li key={label}>
              {section !== undefined && section !== ADMIN_ENTRIES[index - 1]?.section ? (
                <div className={classes.section}>{section}</div>
              ) : null}
              <NavTooltip label={label} isCollapsed={isCollapsed}>
                <Link to={to} className={classes.row} activeOptions={{ includeHash: false, includeSearch: false }}>
                  <NavRowContent
                    icon={<Icon size={19} stroke={1.7} />}
                    label={label}
                    end={
                      End && (
                        <Suspense>
                          <End />
                        </Suspense>
                      )
                    }
                  />
                </Link>
              </NavTooltip>
            </li>
          ))}
        </ul>
      </div>
      <div className={classes.foot}>
        <NavTooltip label="Go to client dashboard" isCollapsed={isCollapsed}>
          <Link to="/app" className={classes.row}>
            <NavRowContent icon={<IconDashboard size={19} stroke={1.7} />} label="Go to client dashboard" />
          </Link>
        </NavTooltip>
        <NavTooltip label="Change password" isCollapsed={isCollapsed}>
          <Link to="/change-password" className={classes.row}>
            <NavRowContent icon={<IconPassword size={19} stroke={1.7} />} label="Change password" />
          </Link>
        </NavTooltip>
        <NavTooltip label="Logout" isCollapsed={isCollapsed}>
          <Link to="/logout" preload={false} className={classes.row}>
            <NavRowContent icon={<IconLogout size={19} stroke={1.7} />} label="Logout" />
          </Link>
        </NavTooltip>
        <div className={classes.tools}>
          <NavToggle isCollapsed={isCollapsed} onToggle={toggle} />
          <ColorSchemeToggle />
        </div>
      </div>
    </nav>
  );
}
