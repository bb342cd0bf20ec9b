import { IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { usePopup } from '../../ui/popup/use-popup.ts';
import { NavRowButton, NavTooltip } from './NavRow.tsx';

const load = () => import('./HelpMenuItems.tsx');
const HelpMenuItems = lazy(load);

/** Documentation, guided tours and keyboard shortcuts. */
export function HelpMenu(props: { isCollapsed: boolean; onOpenKeys: () => void }) {
  const { trigger, popup, hasOpened } = usePopup({ kind: 'menu', load });
  return (
    <>
      <NavTooltip label="Help" isCollapsed={props.isCollapsed}>
        <NavRowButton {...trigger} icon={<IconHelpCircle size={19} stroke={1.7} />} label="Help" data-tour="help" />
      </NavTooltip>
      <Suspense>{hasOpened && <HelpMenuItems popup={popup} onOpenKeys={props.onOpenKeys} />}</Suspense>
    </>
  );
}
