import { IconUserCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useUser } from '../../lib/client-context.tsx';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { NavRowButton, NavTooltip } from './NavRow.tsx';

const load = () => import('./UserMenuItems.tsx');
const UserMenuItems = lazy(load);

export function UserMenu(props: { isCollapsed: boolean }) {
  const { email } = useUser();
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load });
  return (
    <>
      <NavTooltip label={email} isCollapsed={props.isCollapsed}>
        <NavRowButton
          {...trigger}
          icon={<IconUserCircle size={19} stroke={1.7} />}
          label={email}
          aria-label={`User menu of ${email}`}
          data-tour="user"
        />
      </NavTooltip>
      <Suspense>{hasOpened && <UserMenuItems popup={popup} />}</Suspense>
    </>
  );
}
